import { recordArchive } from '@chancery/adapters-persistence/testing';
import {
  dropPostgresDatabases,
  postgresDatabase,
} from '../packages/adapters-persistence/src/testing/databases.ts';
import { watchStatistics } from '../packages/server/src/table-statistics.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';

// How fast the clocks of very many cases are computed anew (GOV-19, GOV-48): what a what-if says of an assignment and of a policy
// that supersedes another, and the job that follows, in one process on PostgreSQL. What the what-if said is then compared with
// what is stored, and what is stored with its recomputation by a check of integrity.
const { cases, subjects, boundPerSecond } = program({
  cases: { usual: 100_000, short: 1000 },
  /** Of whom each has many cases; one in ten is a minor. */
  subjects: { usual: 50 },
  boundPerSecond: { usual: 2000 },
});

const database = await postgresDatabase({ isDurable: true });
const settings = { rateLimitScale: 0, checkAnswers: false };
const archive = await recordArchive({ database, settings });
const { workspaceId, bo, owner, sql, clock, worker, chancery } = archive;
const { records } = chancery;
// As every server does beside its work.
const quiet = { info: () => undefined, warn: console.warn, error: console.error };
const statistics = watchStatistics(database, quiet);
await sql('set statement_timeout = 0');
await fill();
statistics.start();

const first = await archive.policy({ code: 'ten', period: 'P10Y', minor: { majorityAge: 18, untilAge: 25 } });
await archive.activate(first.id);
const rows: (string | number)[][] = [];
const faults: string[] = [];
let slowest = Number.POSITIVE_INFINITY;

const whole = { kind: 'workspace' };
const tried = await timed('what-if of an assignment', () =>
  archive.assign(first.id, whole, { dryRun: true }),
);
const assigned = await archive.assign(first.id, whole);
await timed('the job after it', () => worker.drain());
await compared('the assignment', tried, assigned.recomputed);

const second = await archive.policy({ code: 'twelve', trigger: 'last_entry', period: 'P12Y6M' });
const superseding = { supersedesPolicyId: first.id };
const triedAgain = await timed('what-if of a policy that supersedes it', () =>
  archive.activate(second.id, { ...superseding, dryRun: true }),
);
const activated = await archive.activate(second.id, superseding);
await timed('the job after it', () => worker.drain());
await compared('the activation', triedAgain, activated.recomputed);

const queued = await records.runIntegrityCheck({ scope: ['retention'] }, owner.session);
await timed('the check that compares all of them', () => worker.drain());
const { checks } = await records.listIntegrityChecks({}, owner.session);
const check = checks.find(({ id }) => id === queued.check.id);
if (check?.status !== 'passed' || check.checked.clocks !== cases)
  faults.push(`the check is ${check?.status} after ${check?.checked.clocks} clocks`);

printTable(['what', 'seconds', 'clocks a second'], rows);
await statistics.stop();
await dropPostgresDatabases();
for (const fault of faults) console.error(`Wrong: ${fault}.`);
if (slowest < boundPerSecond)
  console.error(
    `The slowest is ${slowest.toFixed(0)} clocks a second, below the bound of ${boundPerSecond}.`,
  );
process.exit(faults.length > 0 || slowest < boundPerSecond ? 1 : 0);

async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  const result = await work();
  const seconds = (performance.now() - from) / 1000;
  slowest = Math.min(slowest, cases / seconds);
  rows.push([name, seconds.toFixed(1), (cases / seconds).toFixed(0)]);
  return result;
}

/** The what-if has to have said how many clocks change, and of the first of them which dates they get. */
async function compared(
  what: string,
  whatIf: Awaited<ReturnType<typeof archive.assign>> | Awaited<ReturnType<typeof archive.activate>>,
  recomputed: number,
): Promise<void> {
  const said = whatIf.clocks.map(({ caseId, after }) => [
    caseId,
    after?.state,
    after?.triggerDate,
    after?.dueOn,
  ]);
  const stored = await sql<{ clock: unknown }>(
    `select jsonb_build_array(case_id, state, trigger_date, due_on) clock from retention_clocks
     where workspace_id = $1 and case_id = any($2::uuid[]) order by case_id`,
    [workspaceId, whatIf.clocks.map(({ caseId }) => caseId)],
  );
  const text = (all: readonly unknown[]) =>
    JSON.stringify(all.map((each) => JSON.stringify(each)).toSorted());
  if (text(said) !== text(stored.map((row) => row.clock)))
    faults.push(`${what} has other dates than its what-if`);
  const [sum] = await sql<{ count: number }>(
    'select count(*)::integer count from retention_clocks where workspace_id = $1',
    [workspaceId],
  );
  if (whatIf.recomputed !== recomputed || whatIf.recomputed !== cases || sum?.count !== cases)
    faults.push(
      `${what} changed ${recomputed} clocks of ${sum?.count}, its what-if said ${whatIf.recomputed}`,
    );
}

/** Closed cases, each with an entry that was signed, and one in ten with an encounter. */
async function fill(): Promise<void> {
  const begun = performance.now();
  const ids: string[] = [];
  for (let at = 0; at < subjects; at += 1) {
    const year = at % 10 === 0 ? 2015 : 1950 + at;
    ids.push((await archive.create({ displayName: `Person ${at}`, birthDate: `${year}-02-28` }, bo)).id);
  }
  const tables = ['record_cases', 'record_entries', 'encounters'];
  // What the search is kept by is not measured here.
  for (const table of tables) await sql(`alter table ${table} disable trigger user`);
  await sql(
    `insert into record_cases (id, workspace_id, case_number, title, case_type, status, status_changed_at, priority, visibility, own_mask,
       effective_mask, primary_subject_id, blocked_user_ids, opened_at, closed_at, tags, custom_fields, searchable, created_by_user_id,
       created_at, updated_by_user_id, updated_at, version)
     select gen_random_uuid(), $1, 'X-' || n, 'Matter ' || n, 'general', 'closed', $4, 'medium', 'team', 0, 0,
       ($3::uuid[])[1 + n % cardinality($3::uuid[])], '{}', $4::timestamptz - n * interval '30 minutes' - interval '90 days',
       $4::timestamptz - n * interval '30 minutes', '{}', '{}', '', $2, $4, $2, $4, 1
     from generate_series(1, $5::integer) n`,
    [workspaceId, bo.id, ids, clock.now(), cases],
  );
  await sql(
    `insert into record_entries (id, workspace_id, case_id, subject_id, entry_type, title, status, current_version, occurred_at, late_entry,
       own_mask, effective_mask, author_user_id, review_policy, co_sign_policy, co_sign_status, created_by_user_id, created_at,
       updated_by_user_id, updated_at, version)
     select gen_random_uuid(), $1, c.id, c.primary_subject_id, 'note', 'Note', 'finalized', 1, c.opened_at + interval '40 days', false, 0, 0,
       $2, 'peer', 'none', 'not_requested', $2, c.opened_at, $2, c.opened_at, 1 from record_cases c where c.workspace_id = $1`,
    [workspaceId, bo.id],
  );
  await sql(
    `insert into encounters (id, workspace_id, case_id, encounter_type, mode, status, title, started_at, ended_at, time_zone, participants,
       own_mask, created_by_user_id, created_at, updated_by_user_id, updated_at, version)
     select gen_random_uuid(), $1, c.id, 'contact', 'phone', 'completed', 'Call', c.opened_at, c.opened_at + interval '1 hour', 'UTC', '[]',
       0, $2, c.opened_at, $2, c.opened_at, 1 from record_cases c where c.workspace_id = $1 and c.case_number like '%0'`,
    [workspaceId, bo.id],
  );
  for (const table of tables) await sql(`alter table ${table} enable trigger user`);
  await sql('vacuum analyze');
  console.log(`${cases} cases are there after ${((performance.now() - begun) / 1000).toFixed(0)} s`);
}
