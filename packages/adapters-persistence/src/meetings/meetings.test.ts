import { type Caller, createChancery } from '@chancery/core';
import { expect } from 'chai';
import { aStranger, failureOf, postgresDatabase, repeating, world } from '../testing/index.ts';

const input = {
  title: 'Review',
  scheduledStartAt: '2026-11-30T09:00:00Z',
  invitees: [{ email: 'cleo@client.example' }, { email: 'dan@client.example' }],
};

describe('meetings on PostgreSQL', () => {
  it('MTG-99: fifty simultaneous identical requests with one key create one meeting; the others get its answer or are asked to wait', async () => {
    const database = await postgresDatabase({ poolSize: 20 });
    const { chancery, apiKey, sql, workspaceId, worker, ports, clock } = await world({ database });
    const { caller } = await apiKey();
    const create = (as: Caller) => chancery.meetings.createIntegrationMeeting(input, as);

    const outcomes = await Promise.all(
      Array.from({ length: 50 }, async () => {
        const attempt = create(repeating({ ...aStranger(), credential: caller.credential }, 'k1'));
        const failure = await failureOf(attempt);
        return failure === 'none' ? (await attempt).id : failure;
      }),
    );
    // A mail waits for a minute, so that later changes can join it.
    clock.advance({ seconds: 60 });
    await worker.drain();

    const [counts] = await sql(
      `select (select count(*) from meetings where workspace_id = $1) meetings, (select count(*) from meeting_invitations where workspace_id = $1) invitations,
              (select count(*) from audit_event where ledger_id = $1 and action in ('meeting.created', 'meeting_invitation.created')) events`,
      [workspaceId],
    );
    expect(counts).to.deep.equal({ meetings: 1, invitations: 3, events: 3 });
    const { id } = await create(repeating(caller, 'k1'));
    expect(outcomes.filter((outcome) => outcome !== id && outcome !== 'idempotency.in_flight')).to.deep.equal(
      [],
    );
    expect(outcomes).to.include(id);
    expect(ports.mail.sent.filter(({ calendar }) => calendar)).to.have.lengthOf(2);
    await database.close();
  });

  it('gives a join code to exactly one of several meetings that draw it at the same time', async () => {
    const database = await postgresDatabase({ poolSize: 10 });
    const { ports, apiKey, sql } = await world({ database });
    const { caller } = await apiKey();
    let same = 4;
    const bytes = (length: number) =>
      length === 16 && same > 0 ? new Uint8Array(length).fill(same-- && 4) : ports.random.bytes(length);
    const repeated = createChancery({ ...ports, random: { bytes } });

    const meetings = await Promise.all(
      Array.from({ length: 4 }, () => repeated.meetings.createIntegrationMeeting(input, { ...caller })),
    );

    const codes = new Set(meetings.map(({ joinCode }) => joinCode));
    expect(codes.size).to.equal(4);
    expect(codes).to.include('eeeee-eeeee');
    expect(await sql('select join_code from meeting_chains')).to.have.lengthOf(4);
    await database.close();
  });
});
