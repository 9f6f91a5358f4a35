import { failureOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { userEmailVerified } from '../identity/events.ts';
import { defaultJobPolicy } from '../kernel/outbox.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import { ports as workspacePorts } from '../workspace/index.ts';
import { createChancery } from './facade.ts';
import { reactingContext } from './follow-ups.ts';
import type { ChanceryPorts } from './ports.ts';
import type { TransactionMode } from './unit-of-work.ts';

const verified = { email: 'ada@example.com' };
const handler = { ports: workspacePorts, topic: 'test.follow_up', databaseRole: 'identity' } as const;
const policy = { ...defaultJobPolicy, queue: 'system' };
const { reaction, scheduled } = useCasesOf(workspacePorts);

const jobOf = ({ ids, clock }: ChanceryPorts, workspaceId: string | null) => ({
  id: ids.uuid7(),
  workspaceId,
  queue: 'system',
  topic: 'test.follow_up',
  payload: {},
  attempts: 1,
  maxAttempts: 3,
  correlationId: ids.uuid7(),
  createdAt: clock.now(),
});

/** The same ports, and each transaction that they run as `mode role`. */
function recorded(ports: ChanceryPorts): { readonly ports: ChanceryPorts; readonly runs: readonly string[] } {
  const runs: string[] = [];
  const run: ChanceryPorts['unitOfWork']['run'] = (mode: TransactionMode, role, work) => {
    runs.push(`${mode} ${role}`);
    return ports.unitOfWork.run(mode, role, work);
  };
  return { ports: { ...ports, unitOfWork: { run } }, runs };
}

describe('what follows from a job', () => {
  it('JOB-3: writes and emits in the name of the system, once however often the job runs', async () => {
    const { ports, owner, workspaceId, happened } = await world();
    const job = jobOf(ports, workspaceId);
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
    const context = reactingContext(ports, handler, jobOf(ports, workspaceId));
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
    const context = reactingContext(createChancery(ports).ports, handler, jobOf(ports, null));

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

  it('runs as app if no role is declared, and may not read an account', async () => {
    const { ports, owner, workspaceId } = await world();
    const undeclared = reaction(
      userEmailVerified,
      { topic: 'test.follow_up', policy },
      async () => undefined,
    );
    const here = recorded(ports);
    const context = reactingContext(
      here.ports,
      { ...undeclared, ports: workspacePorts },
      jobOf(ports, workspaceId),
    );

    const name = await context.read(async ({ workspaces }) => (await workspaces.get()).name);
    await context.once(async () => undefined);
    await context.transact(async () => undefined);
    const refused = await context
      .read(({ people }) => people.account(owner.id))
      .catch((error: { code: string }) => error.code);

    expect(name).to.be.a('string');
    expect(here.runs).to.deep.equal(['read app', 'write app', 'write app', 'read app']);
    expect(refused).to.equal('42501');
  });

  it('opens one transaction for each read, once and transact, under the role that is declared', async () => {
    const { ports, owner, workspaceId } = await world();
    const declared = scheduled(
      { topic: 'test.follow_up', cron: '0 0 * * *', policy, databaseRole: 'identity' },
      async () => undefined,
    );
    const here = recorded(ports);
    const context = reactingContext(
      here.ports,
      { ...declared, ports: workspacePorts },
      jobOf(ports, workspaceId),
    );

    const found = await context.read(async ({ people, workspaces }) => [
      (await people.account(owner.id))?.id,
      (await workspaces.get()).id,
    ]);
    await context.once(async ({ workspaces }) => void (await workspaces.get()));
    await context.transact(async ({ workspaces }) => void (await workspaces.get()));

    expect(found).to.deep.equal([owner.id, workspaceId]);
    expect(here.runs).to.deep.equal(['read identity', 'write identity', 'write identity']);
  });

  it('names the newest line of the ledger, the same in a whole transaction, and another after the next', async () => {
    const { ports, owner, workspaceId, sql } = await world();
    const context = reactingContext(ports, handler, jobOf(ports, workspaceId));
    const newest = async () =>
      (
        await sql<{ seq: number; hash: string }>(
          "select seq, encode(hash, 'hex') hash from audit_event where ledger_id = $1 order by seq desc limit 1",
          [workspaceId],
        )
      )[0];
    const before = await newest();

    const read = await context.read(({ ledgerHead }) => ledgerHead());
    const written = await context.transact(async ({ ledgerHead, emit }) => {
      emit(userEmailVerified, { userId: owner.id, ...verified });
      return [await ledgerHead(), await ledgerHead()];
    });

    expect(read).to.deep.equal(before);
    expect(written).to.deep.equal([before, before]);
    const after = await newest();
    expect(after?.seq).to.equal((before?.seq ?? 0) + 1);
    await context.once(async ({ ledgerHead }) => {
      expect(await ledgerHead()).to.deep.equal(after);
    });
  });

  it('names no line of a ledger unless a workspace was entered, and then that of this workspace', async () => {
    const { ports, workspaceId } = await world();
    const context = reactingContext(ports, handler, jobOf(ports, null));

    const refused = await context
      .read(({ ledgerHead }) => ledgerHead())
      .catch((error: Error) => error.message);
    const entered = await context.transact(({ enter, ledgerHead }) => {
      enter(workspaceId);
      return ledgerHead();
    });

    expect(refused).to.equal('No workspace was entered, so there is no ledger to read');
    expect(entered).to.deep.equal(
      await reactingContext(ports, handler, jobOf(ports, workspaceId)).read(({ ledgerHead }) => ledgerHead()),
    );
  });

  it('PLT-26: notes what is never refused: its use passes the limit, the capabilities say so, and what can be refused is', async () => {
    const { ports, chancery, owner, workspaceId, sql } = await world();
    await sql("update workspaces set plan_code = 'business' where id = $1", [workspaceId]);
    const context = reactingContext(chancery.ports, handler, jobOf(ports, workspaceId));
    const shown = async () =>
      (await chancery.billing.getCapabilities({}, owner.session)).limits.sms_per_month;
    const limit = (await shown())?.limit ?? 0;

    await context.transact(({ entitlements }) => entitlements.note('sms_per_month', limit));
    const full = await shown();
    await context.transact(({ entitlements }) => entitlements.note('sms_per_month'));
    const over = await shown();
    const taken = await failureOf(context.transact(({ entitlements }) => entitlements.take('sms_per_month')));

    expect(limit).to.be.above(0);
    expect(full).to.deep.include({ used: limit, remaining: 0, overLimit: false });
    expect(over).to.deep.include({ used: limit + 1, remaining: 0, overLimit: true });
    expect(taken).to.equal('plan.limit_reached');
  });

  it('holds nothing that reads or writes outside of these transactions', async () => {
    const { ports, workspaceId } = await world();
    const context = reactingContext(ports, handler, jobOf(ports, workspaceId));

    const reachable = Object.keys({ ...workspacePorts.repositories, ...workspacePorts.asks }).filter(
      (name) => name in context,
    );

    expect(reachable).to.deep.equal([]);
  });

  it('purges under the role of the job that asks for it', async () => {
    const { ports, workspaceId } = await world();
    const here = recorded(ports);
    const context = reactingContext(here.ports, { ...handler, databaseRole: 'app' }, jobOf(ports, null));

    const [billing] = context.closurePurges.filter((purge) => purge.context === 'billing');
    await billing?.purge(workspaceId);

    expect(here.runs).to.deep.equal(['write app']);
  });
});
