import { aStranger, failureOf, faultsOf, repeating, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { builtInPlans, catalogOf } from '../billing/index.ts';
import type { LimitCode } from '../kernel/entitlements.ts';
import type { UnitOfWork } from '../pipeline/unit-of-work.ts';

const start = '2026-11-30T09:00:00.000Z';
const wanted = { title: ' Quarterly review ', scheduledStartAt: start };
const guest = (name: string) => ({ email: `${name}@client.example`, displayName: name });

/** The built-in plans, all with these limits. */
const plansWith = (limits: Partial<Record<LimitCode, number>>) =>
  catalogOf(builtInPlans.plans.map((plan) => ({ ...plan, limits: { ...plan.limits, ...limits } })));

describe('createIntegrationMeeting', () => {
  it('answers exactly what the integration document names, and records who made it', async () => {
    const { chancery, apiKey, owner, happened } = await world();
    const { caller } = await apiKey('meetings.write');

    const meeting = await chancery.meetings.createIntegrationMeeting(
      {
        ...wanted,
        timeZone: 'Europe/Berlin',
        durationMinutes: 45,
        invitees: [guest('cleo')],
        externalReference: 'deal-7',
      },
      caller,
    );

    const { id, joinCode } = meeting;
    expect(joinCode).to.match(/^[a-hjkmnp-z]{5}-[a-hjkmnp-z]{5}$/);
    expect(meeting).to.deep.equal({
      id,
      title: 'Quarterly review',
      joinUrl: `http://127.0.0.1:8080/?room=${joinCode}&prejoin=1`,
      joinCode,
      status: 'scheduled',
      scheduledStartAt: start,
      durationMinutes: 45,
      timeZone: 'Europe/Berlin',
      invitationCount: 1,
      externalReference: 'deal-7',
    });
    const [, created, invited] = await happened();
    expect(created).to.deep.equal({
      type: 'meeting.created',
      target: { kind: 'meeting', id },
      facts: {
        meetingId: id,
        meetingType: 'scheduled',
        source: 'integration',
        organizerUserId: owner.id,
        scheduledStartAt: start,
        durationMinutes: 45,
        invitationCount: 1,
        notify: true,
      },
    });
    expect(invited).to.deep.include({
      type: 'meeting_invitation.created',
      facts: { meetingId: id, kind: 'guest', role: 'attendee', userId: null },
    });
  });

  for (const { who, change } of [
    { who: 'is suspended', change: "status = 'suspended'" },
    { who: 'has left', change: "status = 'removed'" },
    { who: 'is a guest by now', change: "role = 'guest'" },
  ]) {
    it(`refuses a key whose organizer ${who}`, async () => {
      const { chancery, apiKey, owner, sql } = await world();
      const { caller } = await apiKey();
      await sql(`update memberships set ${change} where id = $1`, [owner.membershipId]);

      expect(await failureOf(chancery.meetings.createIntegrationMeeting(wanted, caller))).to.equal(
        'integration.organizer_inactive',
      );
    });
  }

  it('MTG-102: refuses a key without meetings.write; with the scope added the same key works', async () => {
    const { chancery, apiKey, happened, sql } = await world();
    const { id, caller } = await apiKey('meetings.read');

    expect(await failureOf(chancery.meetings.createIntegrationMeeting(wanted, caller))).to.equal(
      'scope.missing',
    );
    expect((await happened()).map(({ type }) => type)).to.deep.equal(['api_key.created']);

    await sql("update api_keys set scopes = scopes || 'meetings.write'::text where id = $1", [id]);
    expect((await chancery.meetings.createIntegrationMeeting(wanted, caller)).status).to.equal('scheduled');
    expect(await failureOf(chancery.meetings.createIntegrationMeeting(wanted, aStranger()))).to.equal(
      'auth.required',
    );
  });

  it('MTG-103: names the limit and what the plan of the workspace allows', async () => {
    const { chancery, apiKey } = await world({
      ports: { plans: plansWith({ meeting_duration_minutes: 45, meeting_invitees: 1 }) },
    });
    const { caller } = await apiKey();
    const create = (over: object) =>
      chancery.meetings.createIntegrationMeeting({ ...wanted, ...over }, caller);

    expect(await faultsOf(create({ durationMinutes: 46 }))).to.deep.equal([' meeting_duration_minutes']);
    expect(await faultsOf(create({ invitees: [guest('cleo'), guest('dan')] }))).to.deep.equal([
      ' meeting_invitees',
    ]);
    expect(await failureOf(create({ durationMinutes: 46 }))).to.equal('plan.limit_reached');
    expect((await create({ durationMinutes: 45 })).durationMinutes).to.equal(45);
    expect((await create({})).durationMinutes).to.equal(45);
  });

  it('BIL-2: refuses a plan without scheduled meetings', async () => {
    const plans = catalogOf(
      builtInPlans.plans.map((plan) => ({
        ...plan,
        features: { ...plan.features, meetings_scheduled: false },
      })),
    );
    const { chancery, apiKey } = await world({ ports: { plans } });
    const { caller } = await apiKey();

    expect(await faultsOf(chancery.meetings.createIntegrationMeeting(wanted, caller))).to.deep.equal([
      ' meetings_scheduled',
    ]);
  });

  it('MTG-104: refuses fields it does not know, a recurrence too, and trims before it counts', async () => {
    const { chancery, apiKey } = await world();
    const { caller } = await apiKey();
    const create = (over: object) =>
      chancery.meetings.createIntegrationMeeting({ ...wanted, ...over }, caller);

    expect(
      await faultsOf(
        create({ recurrence: { rrule: 'FREQ=DAILY' }, invitees: [{ ...guest('cleo'), role: 'host' }] }),
      ),
    ).to.have.members(['/recurrence field.unknown', '/invitees/0/role field.unknown']);
    expect(
      await faultsOf(create({ title: '   ', durationMinutes: 4, externalReference: 'x'.repeat(256) })),
    ).to.have.members([
      '/title field.length',
      '/durationMinutes field.out_of_range',
      '/externalReference field.length',
    ]);
    expect((await create({ title: `  ${'e\u0301'.repeat(200)}  ` })).title).to.equal('é'.repeat(200));
  });

  it('MTG-99: answers a repeat with the same meeting, and invites and mails once', async () => {
    const { chancery, apiKey, happened, worker, ports, clock } = await world();
    const { caller } = await apiKey();
    const again = repeating(caller, 'k1');
    const input = { ...wanted, invitees: [guest('cleo'), guest('dan')] };

    const first = await chancery.meetings.createIntegrationMeeting(input, again);
    const second = await chancery.meetings.createIntegrationMeeting(input, again);
    clock.advance({ seconds: 60 });
    await worker.drain();
    const third = await chancery.meetings.createIntegrationMeeting(input, again);
    clock.advance({ seconds: 60 });
    await worker.drain();

    expect([second, third]).to.deep.equal([first, first]);
    expect((await happened()).map(({ type }) => type)).to.deep.equal([
      'api_key.created',
      'meeting.created',
      'meeting_invitation.created',
      'meeting_invitation.created',
    ]);
    expect(ports.mail.sent.filter(({ calendar }) => calendar).map(({ to }) => to.address)).to.have.members([
      'cleo@client.example',
      'dan@client.example',
    ]);
    expect(
      await failureOf(chancery.meetings.createIntegrationMeeting({ ...input, title: 'Other' }, again)),
    ).to.equal('idempotency.key_reused');
  });

  it('MTG-105: leaves neither meeting nor audit event nor job when the transaction fails at its end', async () => {
    let failing = false;
    const { ports } = await world();
    const unitOfWork: UnitOfWork = {
      run: (mode, role, work) =>
        ports.unitOfWork.run(mode, role, async (transaction) => {
          const result = await work(transaction);
          if (failing && mode === 'write') throw new Error('the connection is gone');
          return result;
        }),
    };
    const { chancery, apiKey, sql, workspaceId, happened } = await world({ ports: { unitOfWork } });
    const { caller } = await apiKey();
    const before = await happened();
    const standing = () =>
      sql(
        `select (select count(*) from meetings where workspace_id = $1) meetings, (select count(*) from meeting_chains where workspace_id = $1) chains,
                (select count(*) from meeting_invitations where workspace_id = $1) invitations, (select count(*) from jobs where workspace_id = $1 and topic like 'meetings.%') jobs`,
        [workspaceId],
      );
    const input = { ...wanted, invitees: [guest('cleo')] };

    failing = true;
    const outcome = await chancery.meetings
      .createIntegrationMeeting(input, repeating(caller, 'k1'))
      .catch((error: Error) => error.message);
    expect(outcome).to.equal('the connection is gone');
    expect(await standing()).to.deep.equal([{ meetings: 0, chains: 0, invitations: 0, jobs: 0 }]);
    expect(await happened()).to.deep.equal(before);

    failing = false;
    await chancery.meetings.createIntegrationMeeting(input, repeating(caller, 'k1'));
    expect(await standing()).to.deep.equal([{ meetings: 1, chains: 1, invitations: 2, jobs: 2 }]);
  });

  it('PLT-13: reaches outside only with invitees, and then only for a verified organizer', async () => {
    const { chancery, apiKey, owner, sql } = await world({ settings: { emailVerification: 'required' } });
    const { caller } = await apiKey();
    await sql('update accounts set email_verified_at = null where id = $1', [owner.id]);

    expect(
      await failureOf(
        chancery.meetings.createIntegrationMeeting({ ...wanted, invitees: [guest('cleo')] }, caller),
      ),
    ).to.equal('auth.email_unverified');
    expect(await failureOf(chancery.meetings.createIntegrationMeeting(wanted, caller))).to.equal('none');
  });
});
