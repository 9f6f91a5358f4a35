import { StatementAfterCommit, systemIds, type TransactionMode } from '@chancery/core';
import { encodePayload, hexOf, plusDays, plusSeconds, sha256 } from '@chancery/core/internal';
import { expect } from 'chai';
import { onBothDatabases } from '../testing/both-databases.ts';
import { postgresDatabase } from '../testing/databases.ts';
import { packetsOf } from '../testing/statements.ts';
import { failureOf, noon, repeating, world } from '../testing/world.ts';
import { openPostgres } from './data-source.ts';
import { unitOfWork } from './unit-of-work.ts';

onBothDatabases('the unit of work', (database) => {
  const keyHash = () => hexOf(sha256(systemIds.uuid7()));
  const outcome = { fingerprint: 'f', failed: false, body: '{}', sealed: false };
  const expiresAt = plusDays(noon, 1);

  it('keeps what it wrote when the work resolves, and nothing when it throws', async () => {
    const units = unitOfWork(database());
    const [kept, lost] = [keyHash(), keyHash()];
    await units.run('write', 'app', ({ idempotency }) => idempotency.finish(kept, outcome, noon, expiresAt));
    await units
      .run('write', 'app', async ({ idempotency }) => {
        await idempotency.finish(lost, outcome, noon, expiresAt);
        throw new Error('no');
      })
      .catch(() => undefined);

    const stored = (hash: string) =>
      units.run('write', 'app', ({ idempotency }) => idempotency.begin(hash, noon));
    expect(await stored(kept)).to.deep.equal(outcome);
    expect(await stored(lost)).to.equal(null);
  });

  it('PLT-5: repeats an outcome until it expires by the clock of the caller, and then stores the next one', async () => {
    const units = unitOfWork(database());
    const hash = keyHash();
    const next = { ...outcome, fingerprint: 'g' };
    const finish = (what: typeof outcome, now: string) =>
      units.run('write', 'app', ({ idempotency }) => idempotency.finish(hash, what, now, plusDays(now, 1)));
    const seen = (now: string) =>
      units.run('write', 'app', async ({ idempotency }) => [
        await idempotency.stored(hash, now),
        await idempotency.begin(hash, now),
      ]);
    await finish(outcome, noon);
    const [last, end] = [plusSeconds(noon, 86_399), plusDays(noon, 1)];

    await finish(next, last);
    expect(await seen(last)).to.deep.equal([outcome, outcome]);
    expect(await seen(end)).to.deep.equal([null, null]);
    await finish(next, end);
    expect(await seen(end)).to.deep.equal([next, next]);
  });

  it('writes nothing in a read', async () => {
    const attempt = unitOfWork(database()).run('read', 'app', ({ idempotency }) =>
      idempotency.finish(keyHash(), outcome, noon, expiresAt),
    );

    expect(
      await attempt.then(
        () => 'written',
        (error: { code: string }) => error.code,
      ),
    ).to.equal('25006');
  });

  it('asks the database for nothing if the work does not', async () => {
    const units = unitOfWork(database());
    for (const mode of ['read', 'write'] as const) {
      const packets = await packetsOf(database(), async () => {
        await units.run(mode, 'app', async () => 'done');
        await units.run(mode, 'app', () => Promise.reject(new Error('no'))).catch(() => undefined);
      });
      expect(packets, mode).to.deep.equal([]);
    }
  });

  it('releases its connection whatever happens', async () => {
    const units = unitOfWork(database());
    for (let count = 0; count < 30; count += 1) {
      await units
        .run(count % 2 === 0 ? 'read' : 'write', 'app', async () => Promise.reject(new Error('no')))
        .catch(() => undefined);
    }
    expect(await units.run('read', 'app', async () => 'still there')).to.equal('still there');
  });

  it('REC-73: appends once to each ledger, in order of their ids, and nothing is kept of a transaction that asks for more', async () => {
    const units = unitOfWork(database());
    const [first, second] = [systemIds.uuid7(), systemIds.uuid7()].sort() as [string, string];
    for (const ledgerId of [first, second])
      await units.run('write', 'app', async (transaction) => {
        transaction.enter(ledgerId);
        await transaction.openLedger(ledgerId);
      });
    const appending = (...ledgerIds: string[]) =>
      units.run('write', 'app', async (transaction) => {
        for (const ledgerId of ledgerIds) await transaction.appendAudit(ledgerId, [lineOf(ledgerId)]);
      });
    const refused = (...ledgerIds: string[]) => appending(...ledgerIds).catch(({ name }: Error) => name);

    expect(await refused(first, first)).to.equal('LedgerAppendRefused');
    expect(await refused(second, first)).to.equal('LedgerAppendRefused');
    await appending(first, second);

    const { rows: lines } = await database().pool.query(
      'select ledger_id id, count(*)::int lines from audit_event where ledger_id = any($1) group by 1 order by 1',
      [[first, second]],
    );
    expect(lines).to.deep.equal([
      { id: first, lines: 1 },
      { id: second, lines: 1 },
    ]);
  });

  it('runs a read in one packet, whether it succeeds or fails', async () => {
    const units = unitOfWork(database());
    for (let count = 0; count < 30; count += 1) {
      const code = units.run('read once', 'app', ({ repositories }) =>
        repositories.meetings.meetings.workspaceOfCode('aaaaa-aaaaa'),
      );
      expect(await code).to.equal(null);
      const failed = units.run('read once', 'app', () => Promise.reject(new Error('no')));
      expect(await failed.catch(({ message }) => message)).to.equal('no');
    }
  });

  it('writes nothing in a read that is sent in one packet', async () => {
    const attempt = unitOfWork(database()).run('read once', 'app', ({ idempotency }) =>
      idempotency.finish(keyHash(), outcome, noon, expiresAt),
    );

    expect(await attempt.catch(({ code }) => code)).to.equal('25006');
    expect(await unitOfWork(database()).run('read', 'app', async () => 'still there')).to.equal(
      'still there',
    );
  });

  it('gives each tenant its own data, however the transactions interleave', async () => {
    const made = await world({ database: database() });
    const stranger = await made.stranger();
    await made.chancery.workspace.createProject({ name: 'Ours' }, made.owner.session);
    await made.chancery.workspace.createProject({ name: 'Theirs' }, stranger.session);

    const lists = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        made.chancery.workspace.listProjects({}, (index % 2 === 0 ? made.owner : stranger).session),
      ),
    );

    expect(lists.map(({ projects }) => projects.map(({ name }) => name).join())).to.deep.equal(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 'Ours' : 'Theirs')),
    );
  });
});

const lineOf = (workspaceId: string) => ({
  payload: encodePayload({
    v: 1,
    id: systemIds.uuid7(),
    workspaceId,
    occurredAt: noon,
    action: 'project.created',
    outcome: 'success',
    actor: { kind: 'system', id: null, sessionId: null },
    access: { basis: 'none', grantId: null },
    purposeOfUse: null,
    labels: [],
    target: { kind: 'project', id: systemIds.uuid7(), version: null },
    refs: { subjectId: null, caseId: null, artifactId: null },
    facts: {},
    detail: null,
    requestId: systemIds.uuid7(),
    correlationId: systemIds.uuid7(),
  }),
  detail: null,
});

describe('the unit of work on PostgreSQL alone', () => {
  it('names one head of the ledger in a whole transaction, although others write meanwhile', async () => {
    const database = await postgresDatabase({ poolSize: 4 });
    const { chancery, owner, workspaceId } = await world({ database });
    const units = unitOfWork(database);
    const heads = (between: () => Promise<unknown>) =>
      units.run('read', 'app', async (transaction) => {
        transaction.enter(workspaceId);
        const first = await transaction.ledgerHead();
        await between();
        return [first, await transaction.ledgerHead()];
      });

    const [first, second] = await heads(() =>
      chancery.workspace.createProject({ name: 'Meanwhile' }, owner.session),
    );
    const [next] = await heads(async () => undefined);

    expect(second).to.deep.equal(first);
    expect(next?.seq).to.be.above(first?.seq ?? Number.POSITIVE_INFINITY);
    await database.close();
  });

  it('refuses a statement that comes after the commit of its packet, and releases the connection', async () => {
    const database = await postgresDatabase();
    const units = unitOfWork(database);
    for (let count = 0; count < 30; count += 1) {
      const late = units.run('read once', 'app', async ({ repositories }) => {
        await repositories.meetings.meetings.workspaceOfCode('aaaaa-aaaaa');
        return repositories.meetings.meetings.workspaceOfCode('aaaaa-aaaaa');
      });
      expect(await late.catch((error: Error) => error)).to.be.instanceOf(StatementAfterCommit);
    }
    await database.close();
  });

  it('returns nothing from work that mistook the refusal of a late statement for an answer', async () => {
    const database = await postgresDatabase();
    const late = unitOfWork(database).run('read once', 'app', async ({ repositories }) => {
      const found = () => repositories.meetings.meetings.workspaceOfCode('aaaaa-aaaaa');
      await found();
      return found().catch(() => null);
    });
    expect(await late.catch((error: Error) => error)).to.be.instanceOf(StatementAfterCommit);
    await database.close();
  });

  it('from then on runs a read that needs several round trips as such, with the same answer', async () => {
    const database = await postgresDatabase();
    const units = unitOfWork(database);
    const modes: TransactionMode[] = [];
    const { chancery, owner } = await world({
      database,
      ports: {
        unitOfWork: {
          run: (mode, role, work) => {
            modes.push(mode);
            return units.run(mode, role, work);
          },
        },
      },
    });
    const read = () => chancery.billing.getBilling({}, owner.session);
    const first = await read();
    modes.length = 0;

    expect(await read()).to.deep.equal(first);
    expect(modes.splice(0)).to.deep.equal(['read once', 'read']);
    expect(await read()).to.deep.equal(first);
    expect(modes).to.deep.equal(['read']);
    await database.close();
  });

  it('PLT-5: answers a second caller at once while the first attempt is running, and forgets one that crashed', async () => {
    const database = await postgresDatabase();
    const hash = hexOf(sha256('in flight'));
    const units = unitOfWork(database);
    const seen = await units
      .run('write', 'app', async ({ idempotency }) => {
        const first = await idempotency.begin(hash, noon);
        const second = await units.run('write', 'app', ({ idempotency: other }) => other.begin(hash, noon));
        expect([first, second]).to.deep.equal([null, 'in_flight']);
        throw new Error('crash');
      })
      .catch((error: Error) => error.message);

    expect(seen).to.equal('crash');
    expect(await units.run('write', 'app', ({ idempotency }) => idempotency.begin(hash, noon))).to.equal(
      null,
    );
    await database.close();
  });

  it('PLT-5: one of fifty simultaneous identical POSTs takes effect; the others wait for nobody, and get the same answer when repeated', async () => {
    const database = await postgresDatabase();
    const made = await world({ database });
    const caller = repeating(made.owner.session, 'fifty');
    const attempt = () =>
      made.chancery.workspace.createProject({ name: 'Once' }, caller).then(
        ({ project }) => project.id,
        (error: { code: string }) => error.code,
      );

    const answers = await Promise.all(Array.from({ length: 50 }, attempt));
    const { projects } = await made.chancery.workspace.listProjects({}, made.owner.session);

    expect(projects.length).to.equal(1);
    expect(new Set(answers.filter((answer) => answer !== 'idempotency.in_flight'))).to.deep.equal(
      new Set([projects[0]?.id]),
    );
    expect(await attempt()).to.equal(projects[0]?.id);
    expect(await failureOf(made.chancery.workspace.createProject({ name: 'Other' }, caller))).to.equal(
      'idempotency.key_reused',
    );
    await database.close();
  });

  it('HLT-5: survives when connections in use and idle ones end, and continues with new ones', async () => {
    const database = await postgresDatabase();
    const units = unitOfWork(database);
    const endAll = () =>
      database.pool.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );

    const lost = await failureOf(
      units.run('write', 'app', async (transaction) => {
        transaction.enter(null);
        await transaction.repositories.meetings.meetings.workspaceOfCode('aaaaa-aaaaa');
        await endAll();
        return transaction.repositories.meetings.meetings.workspaceOfCode('aaaaa-aaaaa');
      }),
    );
    await endAll();

    expect(lost).to.equal('dependency.unavailable');
    expect(await units.run('read', 'app', async () => 'there again')).to.equal('there again');
    await database.close();
  });

  it('answers dependency.unavailable while there is no database', async () => {
    const nowhere = await openPostgres('postgresql://postgres@127.0.0.1:1/none').then(
      () => 'opened',
      (error: { code: string }) => error.code,
    );

    expect(nowhere).to.equal('ECONNREFUSED');
  });
});
