import { world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { userEmailVerified } from '../identity/events.ts';
import { ports as workspacePorts } from '../workspace/index.ts';
import { createChancery } from './facade.ts';
import { reactingContext } from './follow-ups.ts';

const verified = { email: 'ada@example.com' };
const handler = { ports: workspacePorts, topic: 'test.follow_up', role: 'identity' } as const;

describe('what follows from a job', () => {
  it('writes and emits in the name of the system, once however often the job runs (JOB-3)', async () => {
    const { ports, owner, workspaceId, happened } = await world();
    const job = {
      id: ports.ids.uuid7(),
      workspaceId,
      queue: 'system',
      topic: 'test.follow_up',
      payload: {},
      attempts: 1,
      maxAttempts: 3,
      correlationId: ports.ids.uuid7(),
      createdAt: ports.clock.now(),
    };
    const before = (await happened()).length;

    const context = reactingContext(ports, handler, job);
    for (let run = 0; run < 2; run += 1)
      await context.once(async ({ emit, now }) => {
        expect(now).to.equal('2026-11-23T12:00:00.000Z');
        emit(userEmailVerified, { userId: owner.id, ...verified });
      });

    expect((await happened()).slice(before).map(({ type }) => type)).to.deep.equal(['user.email_verified']);
  });

  it('leaves nothing behind when it fails', async () => {
    const { ports, owner, workspaceId, happened } = await world();
    const id = ports.ids.uuid7();
    const context = reactingContext(ports, handler, {
      id,
      workspaceId,
      queue: 'system',
      topic: 'test.follow_up',
      payload: {},
      attempts: 1,
      maxAttempts: 3,
      correlationId: id,
      createdAt: ports.clock.now(),
    });
    const before = await happened();

    const failed = await context
      .once(async ({ emit }) => {
        emit(userEmailVerified, { userId: owner.id, ...verified });
        throw new Error('half done');
      })
      .catch((error: Error) => error.message);

    expect(failed).to.equal('half done');
    expect(await happened()).to.deep.equal(before);
  });

  it('puts what concerns an account into the ledger of each workspace where the person is active', async () => {
    const { ports, owner, person, happened, sql } = await world();
    const member = await person('member');
    const id = ports.ids.uuid7();
    const context = reactingContext(createChancery(ports).ports, handler, {
      id,
      workspaceId: null,
      queue: 'system',
      topic: 'test.follow_up',
      payload: {},
      attempts: 1,
      maxAttempts: 3,
      correlationId: id,
      createdAt: ports.clock.now(),
    });

    await context.transact(async ({ emitFor }) => {
      emitFor(member.id, userEmailVerified, { userId: member.id, ...verified });
    });

    const lines = await sql<{ ledger: string }>(
      "select ledger_id ledger from audit_event where convert_from(payload, 'utf8') like '%' || $1 || '%' and convert_from(payload, 'utf8') like '%user.email_verified%'",
      [member.id],
    );
    const own = await sql<{ id: string }>(
      "select workspace_id id from memberships where user_id = $1 and status = 'active'",
      [member.id],
    );
    expect(own).to.have.length(2);
    expect(lines.map(({ ledger }) => ledger)).to.have.members(own.map(({ id }) => id));
    expect(own.map(({ id }) => id)).to.include(owner.workspaceId);
    expect((await happened()).some(({ target }) => target.id === member.id)).to.equal(true);
  });
});
