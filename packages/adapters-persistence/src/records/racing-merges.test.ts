import { expect } from 'chai';
import type { PoolClient } from 'pg';
import { type Database, postgresDatabase } from '../testing/databases.ts';
import { recordOffice } from '../testing/record-office.ts';
import { statementsOf } from '../testing/statements.ts';
import { failureOf } from '../testing/world.ts';

describe('merges of subjects under races and losses, on PostgreSQL', () => {
  let database: Database;
  let here: Awaited<ReturnType<typeof recordOffice>>;
  before(async () => {
    database = await postgresDatabase();
    here = await recordOffice({ database });
  });
  after(() => database.close());

  const pair = async () => [
    await here.create({ displayName: 'Ann' }),
    await here.create({ displayName: 'Bea' }),
  ];
  const merge = (subjectId: string, mergedSubjectId: string) =>
    here.records.mergeSubject(
      {
        ...{ subjectId, mergedSubjectId, reason: 'Registered twice' },
        ...{ expectedVersion: 1, mergedExpectedVersion: 1, fieldChoices: { displayName: 'merged' } },
      },
      here.owner.session,
    );
  /** Everything that a merge changes. */
  const stored = () =>
    here.sql(
      `select (select json_agg(s order by s.id) from subjects s where s.workspace_id = $1) subjects,
         (select json_agg(m order by m.id) from subject_merges m where m.workspace_id = $1) merges,
         (select last_seq from audit_head where ledger_id = $1) lines,
         (select count(*) from jobs where workspace_id = $1) jobs`,
      [here.workspaceId],
    );

  it('REC-17: a subject that is merged away while another is merged into it leaves one end', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = await pair();
      const third = await here.create({ displayName: 'Cleo' });
      const [a = '', b = '', c] = [one?.id, other?.id, third.id];

      await Promise.all([failureOf(merge(b, a)), failureOf(merge(c, b)), failureOf(merge(a, c))]);

      const after = await Promise.all([a, b, c].map((id) => here.get(id, here.owner)));
      const living = after.filter(({ status }) => status !== 'merged').map(({ id }) => id);
      for (const { canonicalSubjectId } of after) expect(living).to.include(canonicalSubjectId);
    }
  });

  it('REC-18: of a reversal and a merge of the same survivor at once, either order holds', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, other] = await pair();
      const third = await here.create({ displayName: 'Cleo' });
      const made = (await merge(one?.id ?? '', other?.id ?? '')).merge;

      const [reversal, later] = await Promise.all([
        failureOf(
          here.records.reverseSubjectMerge({ mergeId: made.id, reason: 'Two people' }, here.owner.session),
        ),
        failureOf(
          here.records.mergeSubject(
            {
              ...{ subjectId: one?.id ?? '', mergedSubjectId: third.id, reason: 'Registered twice' },
              ...{ expectedVersion: 2, mergedExpectedVersion: 1 },
            },
            here.owner.session,
          ),
        ),
      ]);

      expect([reversal, later]).to.deep.be.oneOf([
        ['none', 'version_conflict'],
        ['subject_merge.later_merge_exists', 'none'],
      ]);
    }
  });

  it('REC-71: a connection that is lost at any statement of a merge leaves nothing of it', async () => {
    const [first, second] = await pair();
    const count = (await statementsOf(database, () => merge(first?.id ?? '', second?.id ?? ''))).length;
    const [one, other] = await pair();
    const before = await stored();

    let at = 0;
    let losses = 0;
    const lose = (client: PoolClient) => {
      if ('losing' in client) return;
      const query = client.query.bind(client) as (...asked: unknown[]) => unknown;
      Object.assign(client, {
        losing: true,
        query(...asked: unknown[]) {
          at -= 1;
          if (at !== 0) return query(...asked);
          losses += 1;
          // The statement is on its way when its connection ends.
          (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
          return query(...asked);
        },
      });
    };
    database.pool.on('acquire', lose);
    const outcomes: string[] = [];
    for (let statement = 1; statement < count; statement += 1) {
      at = statement;
      const outcome = await failureOf(merge(one?.id ?? '', other?.id ?? ''));
      at = 0;
      if (outcome === 'none') break;
      outcomes.push(outcome);
      expect(await stored(), `at statement ${statement}`).to.deep.equal(before);
    }
    database.pool.off('acquire', lose);

    expect(losses).to.be.greaterThan(5);
    expect(outcomes).to.not.include('none');
    expect((await here.get(one?.id ?? '', here.owner)).version).to.be.oneOf([1, 2]);
  });
});
