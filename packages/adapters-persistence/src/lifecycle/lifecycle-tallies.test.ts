import type { lifecycle as core } from '@chancery/core';
import { expect } from 'chai';
import fc from 'fast-check';
import type { Database } from '../kernel/data-source.ts';
import { type Sql, sqlOn } from '../kernel/sql.ts';
import { onBothDatabases } from '../testing/both-databases.ts';
import { lifecycleOffice } from '../testing/lifecycle-office.ts';
import { lifecycleBoard } from './lifecycle-board.ts';
import { lifecycleTallies, tallySweep } from './lifecycle-tallies.ts';

const steps = Number(process.env.CHANCERY_TALLY_STEPS ?? 40);
const seed = Number(process.env.CHANCERY_LIFECYCLE_SEED ?? 17);
const documents = 60;
const [zones, people] = [
  ['UTC', 'Pacific/Auckland', 'America/New_York'],
  ['usr_ann', 'usr_bo'],
];

/** What a step does to some of the documents, all of them in one statement. */
const anyStep = fc.record({
  /** Which documents it concerns: those whose number leaves this when it is divided. */
  every: fc.constantFrom(1, 2, 3, 7, 13, 59),
  day: fc.option(fc.integer({ min: -120, max: 120 }), { nil: null }),
  zone: fc.constantFrom(...zones),
  owner: fc.option(fc.constantFrom(...people), { nil: null }),
  typeAt: fc.integer({ min: -1, max: 4 }),
  status: fc.constantFrom('active', 'active', 'active', 'disposed', 'quarantined'),
  visibility: fc.constantFrom('workspace', 'workspace', 'restricted'),
  flags: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
  kind: fc.constantFrom('both at once', 'lifecycle', 'document', 'remove', 'fold'),
});
type Step = Parameters<Parameters<typeof anyStep.map>[0]>[0];

const documentSql = `
  update documents d set status = $4, visibility = $5, document_type_id = $6::uuid
  from unnest($2::uuid[]) with ordinality given (id, at) where d.workspace_id = $1 and d.id = given.id and given.at % $3::integer = 0`;
const lifecycleSql = `
  update document_lifecycles l set owner_user_id = $4, expires_on = $5::date, time_zone = $6,
    soon_at = $5::date - 30, ends_at = $5::date + 1, grace_ends_at = $5::date + 15,
    is_tracked = ($7::boolean[])[1], no_expiration = ($7::boolean[])[2], never_expires = ($7::boolean[])[3],
    require_confirmation = ($7::boolean[])[4],
    superseded_by_document_id = case when ($7::boolean[])[5] then l.document_id end,
    superseded_at = case when ($7::boolean[])[5] then now() end,
    confirmed_at = case when ($7::boolean[])[6] then now() end,
    confirmed_by_user_id = case when ($7::boolean[])[6] then 'usr_somebody' end,
    issued_on = case when ($7::boolean[])[7] then date '2020-01-01' end,
    owner_left_at = case when ($7::boolean[])[8] then now() end
  from unnest($2::uuid[]) with ordinality given (id, at)
  where l.workspace_id = $1 and l.document_id = given.id and given.at % $3::integer = 0`;

onBothDatabases('the counts that the database keeps', (database) => {
  it(`LIF-19: are those of the documents after each of ${steps} random changes, for whoever sees all and for a member`, async () => {
    const here = await filled(database());
    const asked = await questions(here);
    const client = await database().pool.connect();
    try {
      const sql = sqlOn(client);
      await sql("select set_config('app.workspace', $1, false)", [here.workspaceId]);
      let different = 0;
      for (const step of fc.sample(anyStep, { numRuns: steps, seed })) {
        await change(step, here, sql);
        expect(await sql(copiesThatDiffer, [here.workspaceId]), JSON.stringify(step)).to.deep.equal([]);
        const board = lifecycleBoard(sql, here.workspaceId);
        for (const question of asked) {
          const kept = await board.counts(question, 50);
          // All of them have this word, and no tally has words: this looks at the documents.
          const filter = { ...question.filter, words: ['policy'] };
          const looked = await board.counts({ ...question, filter }, 50);
          expect(kept, JSON.stringify({ step, question: question.filter })).to.deep.equal(looked);
          if (Object.keys(kept.byStatus).length > 1) different += 1;
        }
      }
      expect(different, 'questions that found documents of several statuses').to.be.above(steps);
    } finally {
      await client.query("select set_config('app.workspace', '', false)");
      client.release();
    }
  });

  it('are folded by a job into one row for each cell, and the rows of what is nowhere any more go', async () => {
    const here = await filled(database());
    const { sql, workspaceId } = here;
    const rows = () =>
      sql<{ isFolded: boolean; rows: number; documents: number }>(
        `select is_folded "isFolded", count(*)::integer "rows", sum(documents)::integer documents from lifecycle_tallies
         where workspace_id = $1 and tally = 'dates' group by 1 order by 1`,
        [workspaceId],
      );
    for (const day of ['2030-01-01', '2030-01-02', '2030-01-03', '2030-01-04', '2030-01-05'])
      for (const id of here.ids)
        await sql(`update document_lifecycles set ${datedBy('$2::date')} where document_id = $1`, [id, day]);
    await sql(
      `update document_lifecycles set time_zone = 'Asia/Tokyo', ${datedBy('null')} where workspace_id = $1`,
      [workspaceId],
    );
    const [before] = await rows();
    expect(before).to.deep.include({ isFolded: false, documents: documents + 1 });

    const worker = await database().pool.connect();
    try {
      const sweep = tallySweep(sqlOn(worker));
      expect(await sweep.toFold(1, null, 1000)).to.include(workspaceId);
      expect(await sweep.toFold(1, workspaceId, 1000)).to.not.include(workspaceId);
      expect(await sweep.toFold(1_000_000, null, 1000)).to.not.include(workspaceId);
    } finally {
      worker.release();
    }
    await here.worker.run('lifecycle.fold_tallies');

    expect(await rows()).to.deep.equal([{ isFolded: true, rows: 1, documents: documents + 1 }]);
  });
});

/** Lifecycles whose row does not say what their document says. */
const copiesThatDiffer = `
  select l.document_id from document_lifecycles l join documents d on d.workspace_id = l.workspace_id and d.id = l.document_id
  where l.workspace_id = $1 and (l.document_status, l.document_visibility, l.document_type_id)
    is distinct from (d.status, d.visibility, d.document_type_id)`;

const datedBy = (day: string) =>
  ['expires_on', 'soon_at', 'ends_at', 'grace_ends_at'].map((column) => `${column} = ${day}`).join(', ');

async function filled(database: Database) {
  const here = await lifecycleOffice({ database });
  const { types } = await here.lifecycle.listDocumentTypes({}, here.owner.session);
  const { id: first } = await here.upload();
  const made = await here.sql<{ id: string }>(copiesSql, [first, documents]);
  return { ...here, types: types.slice(0, 5).map(({ id }) => id), ids: made.map(({ id }) => id) };
}
type Filled = Awaited<ReturnType<typeof filled>>;

const copiesSql = `
  insert into documents (id, workspace_id, name, file_name, owner_user_id, tags, visibility, status, signature_status, mime_type,
    size_bytes, sha256, original_sha256, content_flags, scan, share_count, created_at, updated_at, version)
  select gen_random_uuid(), workspace_id, name, file_name, owner_user_id, tags, visibility, status, signature_status, mime_type,
    size_bytes, sha256, original_sha256, content_flags, scan, share_count, created_at, updated_at, version
  from documents, generate_series(1, $2::integer) where id = $1 returning id`;

async function questions({ types, owner, bo, ids, sql, clock, workspaceId }: Filled) {
  const none = {
    ...{ statuses: null, typeId: null, ownerUserId: null, folderId: null, policyId: null, held: null },
    ...{ risk: null, from: null, to: null, words: [] },
  };
  const asOf = clock.now();
  const filters: Partial<core.BoardQuestion['filter']>[] = [
    {},
    { statuses: ['expired', 'in_grace'] },
    { statuses: ['disposed', 'superseded', 'needs_date'] },
    { typeId: types[1] ?? null },
    { ownerUserId: 'usr_ann' },
    { ownerUserId: 'usr_ann', typeId: types[1] ?? null },
    { ownerUserId: 'usr_bo', statuses: ['current', 'expiring_soon'] },
    { from: asOf.slice(0, 10), to: '2199-01-01' },
    { risk: 'missing_owner' },
    { risk: 'missing_date', statuses: ['needs_date'] },
    { risk: 'unconfirmed_date' },
    { risk: 'expiring' },
    { risk: 'missing_type' },
    { risk: 'scan_skipped' },
  ];
  // Bo owns one restricted document in four, and may see some more.
  await sql('update documents set owner_user_id = $2 where id = any($1::uuid[])', [
    ids.filter((_, at) => at % 4 === 0),
    bo.id,
  ]);
  await sql(
    `insert into document_access (workspace_id, document_id, user_id, level)
     select $1, id, $3, 'view' from unnest($2::uuid[]) id`,
    [workspaceId, ids.filter((_, at) => at % 5 === 0), bo.id],
  );
  const todays = new Map(zones.map((zone) => [zone, asOf.slice(0, 10)]));
  return [
    { userId: owner.id, seesAll: true, isGuest: false },
    { userId: bo.id, seesAll: false, isGuest: false },
  ].flatMap((viewer) =>
    filters.map(
      (filter): core.BoardQuestion => ({
        ...{ viewer, asOf, todays, heldElsewhere: [] },
        filter: { ...none, ...filter },
      }),
    ),
  );
}

async function change(step: Step, { workspaceId, ids, types, clock }: Filled, sql: Sql): Promise<void> {
  const { every, day, zone, owner, typeAt, status, visibility, flags, kind } = step;
  const expiresOn =
    day === null ? null : new Date(Date.parse(clock.now()) + day * 86_400_000).toISOString().slice(0, 10);
  const document = [status, visibility, types[typeAt] ?? null];
  const lifecycle = [owner, expiresOn, zone, flags];
  if (kind === 'fold') await lifecycleTallies(sql, workspaceId).fold(25);
  if (kind === 'document') await sql(documentSql, [workspaceId, ids, every, ...document]);
  if (kind === 'lifecycle') await sql(lifecycleSql, [workspaceId, ids, every, ...lifecycle]);
  if (kind === 'remove')
    await sql('delete from document_lifecycles where workspace_id = $1 and document_id = $2', [
      workspaceId,
      ids[every],
    ]);
  if (kind === 'both at once')
    await sql(`with put as (${moved(documentSql)}) ${lifecycleSql}`, [
      ...[workspaceId, ids, every],
      ...[...lifecycle, ...document],
    ]);
}

/** The statement of documents with its parameters behind those of lifecycles. */
const moved = (statement: string) =>
  statement.replaceAll(/\$([456])/g, (_, number: string) => `$${Number(number) + 4}`);
