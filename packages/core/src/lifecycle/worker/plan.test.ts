import { failureOf, lifecycleOffice } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

/** An office whose documents are told of 30 and 7 days before and on their last day, at nine in Berlin. */
async function planning() {
  const here = await lifecycleOffice();
  const { lifecycle, owner, policy, everywhere, upload, put, worker } = here;
  const notices = [30, 7, 0].map((daysBefore) => ({ daysBefore, recipients: ['document_owner' as const] }));
  const { id: policyId } = await policy({ notices, timeZone: 'Europe/Berlin', noticeLocalTime: '09:00' });
  await everywhere(policyId);
  return {
    ...here,
    policyId,
    dated: async (statedExpiresOn: string, input: object = {}) => {
      const document = await upload(input);
      await put(document.id, { statedExpiresOn });
      return document;
    },
    plan: (input: object = {}) => lifecycle.planLifecycleActions(input, owner.session),
    /** Moves the clock on to this instant. */
    until: (instant: string) =>
      here.clock.advance({ seconds: (Date.parse(instant) - Date.parse(here.clock.now())) / 1000 }),
    health: (as = owner) => lifecycle.getLifecycleWorkerHealth({}, as.session),
    /** What the clock does every five and ten minutes. */
    async tick() {
      await worker.run('lifecycle.plan');
      await worker.run('lifecycle.start_actions');
      await worker.run('lifecycle.notices');
    },
  };
}

const told = ({ kind, dueAt, params }: { kind: string; dueAt: string; params: object }) => ({
  kind,
  dueAt,
  about: Object.values(params).find((value) => value !== null),
});

describe('planLifecycleActions', () => {
  it('OPS-2: a second run creates nothing and keeps all, and a dry run says what a run would do', async () => {
    const { dated, plan } = await planning();
    const { id } = await dated('2027-01-31');

    const dry = await plan({ dryRun: true });
    const first = await plan();
    const second = await plan();

    expect(dry.plan).to.deep.equal(first.plan);
    expect(dry.actions.map(told)).to.deep.equal(first.actions.map(told));
    expect(first.plan).to.include({ created: 2, kept: 0, cancelled: 0, skipped: 0 });
    expect(second.plan).to.include({ created: 0, kept: 2, cancelled: 0, skipped: 0 });
    expect(second.actions.map(({ id: one }) => one)).to.deep.equal(first.actions.map(({ id: one }) => one));
    // Midnight and nine in Berlin, 30 days before.
    expect(first.actions.map(told)).to.deep.equal([
      { kind: 'expire', dueAt: '2026-12-31T23:00:00.000Z', about: 'expiring' },
      { kind: 'send_notice', dueAt: '2027-01-01T08:00:00.000Z', about: 30 },
    ]);
    expect(first.actions[0]).to.deep.include({ documentId: id, status: 'planned', attempts: 0 });
  });

  it('LIF-10: keeps only the next notice, and plans what follows once it was sent', async () => {
    const { dated, plan, tick, clock } = await planning();
    await dated('2026-12-30');
    const notices = async () =>
      (await plan({ kinds: ['send_notice'] })).actions.map(({ params }) => params.daysBefore);
    expect(await notices()).to.deep.equal([30]);

    clock.advance({ days: 7 });
    await tick();

    expect(await notices()).to.deep.equal([7]);
  });

  it('LIF-11, LIF-28: a date that moves cancels what was planned for it, and another zone only moves the instant', async () => {
    const { dated, put, plan, lifecycle, owner, policyId, worker } = await planning();
    const { id } = await dated('2027-01-31');
    const [before] = (await plan({ kinds: ['send_notice'] })).actions;

    await lifecycle.updateExpirationPolicy({ policyId, timeZone: 'Asia/Tokyo' }, owner.session);
    await worker.drain();
    const zoned = await plan({ kinds: ['send_notice'] });
    await put(id, { statedExpiresOn: '2027-02-01' });
    const moved = await plan({ kinds: ['send_notice'] });

    expect(zoned.plan).to.include({ created: 0, kept: 1, cancelled: 0 });
    expect(zoned.actions[0]).to.include({ id: before?.id, dueAt: '2027-01-01T00:00:00.000Z' });
    expect(moved.plan).to.include({ created: 1, kept: 0, cancelled: 1 });
    expect(moved.actions[0]?.dueAt).to.equal('2027-01-02T00:00:00.000Z');
  });

  it('LIF-15: trash cancels what is planned, restoring plans it anew, and a hold changes nothing', async () => {
    const { dated, plan, trash, documents, lifecycle, owner } = await planning();
    const { id } = await dated('2027-01-31');
    const { legalHold } = await lifecycle.placeLegalHold(
      { documentId: id, matter: 'Case', reason: 'A claim' },
      owner.session,
    );
    const held = await plan();
    await lifecycle.releaseLegalHold({ holdId: legalHold.id, reason: 'It is over' }, owner.session);
    await trash(id);
    const trashed = await plan();
    await documents.restoreDocument({ documentId: id }, owner.session);
    const restored = await plan();

    expect(held.plan).to.include({ created: 2 });
    expect(trashed.plan).to.include({ created: 0, kept: 0, cancelled: 2 });
    expect(restored.plan).to.include({ created: 2, kept: 0, cancelled: 0 });
  });

  it('plans the documents that are named, each of which has to be there, and as far as the horizon', async () => {
    const { dated, plan, admin, bo, stranger, lifecycle } = await planning();
    const [one, other] = [await dated('2027-01-31'), await dated('2027-01-31')];
    await dated('2028-06-30');

    const near = await plan({ horizonDays: 30 });
    const named = await plan({ documentIds: [one.id, one.id], kinds: ['expire'] });
    const all = await lifecycle.planLifecycleActions({}, admin.session);

    expect(near.plan).to.include({ created: 0, kept: 0 });
    expect(named.plan).to.include({ created: 1, kept: 0 });
    expect(all.plan).to.include({ created: 3, kept: 1 });
    expect(all.actions.filter(({ documentId }) => documentId === other.id)).to.have.length(2);
    const { owner: outsider } = { owner: await stranger() };
    const foreign = () => lifecycle.planLifecycleActions({ documentIds: [one.id] }, outsider.session);
    expect(await failureOf(foreign())).to.equal('document.not_found');
    expect(await failureOf(lifecycle.planLifecycleActions({}, bo.session))).to.equal('permission.denied');
  });
});

describe('the days of documents', () => {
  it('are told once as they come, and of those that were missed only the last', async () => {
    const { dated, tick, clock, types, plan } = await planning();
    await dated('2026-12-30');
    const crossed = async () =>
      (await types()).filter((type) => ['lifecycle.expiring', 'lifecycle.expired'].includes(type));

    clock.advance({ days: 10 });
    await tick();
    await tick();
    expect(await crossed()).to.deep.equal(['lifecycle.expiring']);
    clock.advance({ days: 60 });
    await tick();
    await tick();
    expect(await crossed()).to.deep.equal(['lifecycle.expiring', 'lifecycle.expired']);

    await dated('2026-06-30');
    const late = await plan({ kinds: ['expire'] });
    expect(late.plan).to.include({ created: 1, skipped: 1 });
    await tick();
    expect(await crossed()).to.have.length(3);
  });

  it('are not told by an action whose turn comes after its day was moved', async () => {
    const { dated, tick, clock, types, lifecycle, owner, policyId, worker, sql } = await planning();
    const { id } = await dated('2026-12-30');
    const heldBack = `"held back: ${id}"`;
    await sql(
      `alter table lifecycle_actions add constraint ${heldBack} check (status <> 'succeeded' or document_id <> '${id}')`,
    );
    clock.advance({ days: 10 });
    await tick();

    const notices = [{ daysBefore: 7, recipients: ['document_owner' as const] }];
    await lifecycle.updateExpirationPolicy({ policyId, notices }, owner.session);
    await worker.drain();
    await sql(`alter table lifecycle_actions drop constraint ${heldBack}`);
    clock.advance({ hours: 1 });
    await worker.drain();

    expect(await types()).not.to.include('lifecycle.expiring');
    const actions = await sql<{ status: string }>(
      `select status from lifecycle_actions where document_id = $1 and kind = 'expire' and status <> 'planned'`,
      [id],
    );
    expect(actions).to.deep.equal([{ status: 'cancelled' }]);
  });

  it('REN-2: open the renewal that a policy wants, as an action that people see', async () => {
    const { dated, tick, clock, lifecycle, owner, policyId, plan, confirm, worker } = await planning();
    await lifecycle.updateExpirationPolicy({ policyId, openRenewalDaysBefore: 45 }, owner.session);
    await worker.drain();
    const { id } = await dated('2027-01-31');
    expect((await plan({ kinds: ['open_renewal'] })).plan.created).to.equal(0);
    await confirm(id, '2027-01-31');
    expect((await plan({ kinds: ['open_renewal'] })).plan.created).to.equal(1);

    clock.advance({ days: 24 });
    await tick();
    const { renewals } = await lifecycle.listRenewals({ documentId: id }, owner.session);
    expect(renewals.map(({ status, openedBy }) => [status, openedBy])).to.deep.equal([['open', 'policy']]);
    expect((await plan({ kinds: ['open_renewal'] })).plan).to.include({ created: 0, kept: 0, cancelled: 0 });
  });
});

describe('getLifecycleWorkerHealth', () => {
  it('OPS-1: is stalled, degraded or healthy by what is late and what was given up', async () => {
    const { dated, health, clock, until, tick, plan } = await planning();
    await tick();
    expect(await health()).to.deep.include({ status: 'healthy', oldestDueSeconds: 0, queues: [] });
    await dated('2027-01-01');
    await plan();
    // The notice and the day of 30 days before: the 2nd of December.
    until('2026-12-01T23:00:00.000Z');
    await tick();
    until('2026-12-02T08:00:00.000Z');
    expect((await health()).status).to.equal('stalled');
    await tick();
    expect((await health()).status).to.equal('healthy');

    clock.advance({ minutes: 121 });
    const late = await health();
    expect(late).to.include({ status: 'stalled' });
    expect(late.planner).to.deep.include({ lastRunAt: '2026-12-02T08:00:00.000Z', lagSeconds: 7260 });
    expect(late.actions).to.deep.include({ succeeded24h: 2, dead: 0, pending: 0 });
  });

  it('OPS-1: counts lateness from when something is due', async () => {
    const { dated, health, until, plan, worker } = await planning();
    await dated('2027-01-01');
    await plan();
    const at = async (instant: string) => {
      until(instant);
      await worker.run('lifecycle.plan');
      const { status, oldestDueSeconds } = await health();
      return [status, oldestDueSeconds];
    };

    expect(await at('2026-12-01T23:05:00.000Z')).to.deep.equal(['healthy', 300]);
    expect(await at('2026-12-01T23:05:01.000Z')).to.deep.equal(['degraded', 301]);
    expect(await at('2026-12-01T23:15:01.000Z')).to.deep.equal(['stalled', 901]);
  });

  it('LIF-24: counts the actions of documents alone that the caller sees', async () => {
    const { dated, health, plan, bo, owner, clock } = await planning();
    await dated('2026-12-24');
    await dated('2026-12-24', { visibility: 'restricted' });
    await plan();
    clock.advance({ hours: 12 });

    expect((await health(owner)).actions.planned24h).to.equal(4);
    const seen = await health(bo);
    expect(seen.actions.planned24h).to.equal(2);
    expect(seen.byKind).to.deep.equal([
      { kind: 'expire', planned: 1, pending: 0, running: 0, retrying: 0, dead: 0 },
      { kind: 'send_notice', planned: 1, pending: 0, running: 0, retrying: 0, dead: 0 },
    ]);
  });
});
