import { failureOf, noteOffice, type Person } from '@chancery/adapters-persistence/testing';
import { type Chancery, createChancery, records } from '@chancery/core';
import { openPostgres } from '../packages/adapters-persistence/src/kernel/data-source.ts';
import { jobStore } from '../packages/adapters-persistence/src/kernel/jobs.ts';
import { unitOfWork } from '../packages/adapters-persistence/src/kernel/unit-of-work.ts';
import {
  dropPostgresDatabases,
  postgresDatabase,
} from '../packages/adapters-persistence/src/testing/databases.ts';
import { printTable, quantile } from './harness/printed-table.ts';
import { program } from './harness/program.ts';

// Very many emergencies of very many people at once, on PostgreSQL (GOV-13, GOV-15, GOV-16): their lines in the ledger, their
// notices and mails are counted, and what each opens to whom, by two processes, until the clock ends them all.
const { sessions, cases, together } = program({
  sessions: { usual: 500 },
  cases: { usual: 60 },
  /** How many people begin at the same time. */
  together: { usual: 8 },
});
/** As many as one person may have at once. */
const ofOne = 3;
const people = Math.ceil(sessions / ofOne);
const password = 'correct horse battery staple';
const emergency = { purposeOfUse: 'emergency' } as const;

const database = await postgresDatabase({ isDurable: true });
const other = await openPostgres(database.serverUrl);
const settings = { rateLimitScale: 0, checkAnswers: false, accessTokenSeconds: 20 * 86_400 };
const office = await noteOffice({ database, settings });
const { owner, admin, bo, sql, chancery, clock, worker, ports, workspaceId } = office;
const processes: readonly Chancery[] = [
  chancery,
  createChancery({ ...chancery.ports, unitOfWork: unitOfWork(other), jobs: jobStore(other) }),
];
await office.keep({ subjectDirectory: 'case_team' });
await office.clear(admin, 0, ['privacy_officer']);
await office.clear(owner, 0, []);

/** A case that Bo leads, with an entry that emergencies open and one that none opens. */
async function scope() {
  const { id: caseId, primarySubjectId: subjectId } = await office.open({ status: 'active' });
  const entry = async (label: records.Label) => {
    const { id } = await office.begin({ caseId }, bo);
    const mask = records.maskOf([label]);
    await sql('update record_entries set own_mask = $2, effective_mask = $2 where id = $1', [id, mask]);
    return id;
  };
  return { caseId, subjectId, opened: await entry('restricted'), closed: await entry('legal_privileged') };
}
const scopes: Awaited<ReturnType<typeof scope>>[] = [];
while (scopes.length < cases) scopes.push(await scope());
const everybody: Person[] = [];
while (everybody.length < people) everybody.push(await office.person('member', `Di${everybody.length}`));
await worker.drain();
ports.mail.sent.length = 0;
await sql('vacuum analyze');

const times: number[] = [];
const notified: string[][] = [];
const faults: string[] = [];
const expect = (what: string, found: unknown, expected: unknown) => {
  if (JSON.stringify(found) !== JSON.stringify(expected))
    faults.push(`${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
};
/** The scopes that somebody opens, and one beside them. */
const scopesOf = (number: number) => {
  const amount = Math.min(ofOne, sessions - number * ofOne);
  const at = Array.from({ length: amount + 1 }, (_, index) => scopes[(number * ofOne + index) % cases]);
  const all = at.flatMap((each) => each ?? []);
  return { own: all.slice(0, amount), beside: all.slice(amount) };
};

async function begin(person: Person, number: number): Promise<void> {
  for (const { subjectId } of scopesOf(number).own) {
    const from = performance.now();
    const { session } = await chancery.governance.startBreakGlass(
      {
        ...{ subjectId, reasonCode: 'emergency_treatment' },
        reason: 'Unconscious after a fall, and nobody else knows of allergies',
        reauthentication: { method: 'password', value: password },
      },
      person.session,
    );
    times.push(performance.now() - from);
    notified.push(session.notified.map(({ userId }) => userId).toSorted());
  }
}

let reads = 0;
/** What somebody sees of their own scopes and of one beside them, by this process. */
async function seen(person: Person, number: number, by: Chancery, isOver: boolean): Promise<void> {
  const { own, beside } = scopesOf(number);
  const read = (artifactId: string) =>
    failureOf(by.records.getEntry({ artifactId, ...emergency }, person.session));
  const hidden = 'entry.not_found';
  for (const { opened, closed } of own) {
    expect('an entry that is opened', await read(opened), isOver ? hidden : 'none');
    expect('an entry that no emergency opens', await read(closed), hidden);
    if (!isOver) reads += 1;
  }
  for (const { opened } of beside) expect('an entry of another case', await read(opened), hidden);
  const inList = isOver ? [] : own;
  const listed = await by.records.listCases({ ...emergency, limit: 100 }, person.session);
  expect(
    'listed cases',
    listed.cases.map(({ id }) => id).toSorted(),
    inList.map(({ caseId }) => caseId).toSorted(),
  );
  const subjects = await by.records.listSubjects({ ...emergency, limit: 100 }, person.session);
  expect(
    'listed subjects',
    subjects.subjects.map(({ id }) => id).toSorted(),
    inList.map(({ subjectId }) => subjectId).toSorted(),
  );
}

async function byAll(work: (person: Person, number: number) => Promise<void>): Promise<number> {
  const from = performance.now();
  const left = [...everybody.entries()];
  const next = async (): Promise<void> => {
    for (let taken = left.shift(); taken !== undefined; taken = left.shift()) await work(taken[1], taken[0]);
  };
  await Promise.all(Array.from({ length: together }, next));
  return (performance.now() - from) / 1000;
}
const counted = async (text: string, ...values: readonly unknown[]): Promise<number> =>
  (await sql<{ n: number }>(`select count(*)::integer n from ${text}`, [workspaceId, ...values]))[0]?.n ?? 0;

const rows: (readonly (string | number)[])[] = [];
const count = (what: string, found: number, expected: number) => {
  rows.push([what, found, expected]);
  expect(what, found, expected);
};

const beginning = await byAll(begin);
const told = [owner, admin, bo].map(({ id }) => id).toSorted();
for (const each of notified) expect('who is told', each, told);
count('emergencies that began', times.length, sessions);
count('rows of them', await counted('break_glass_sessions where workspace_id = $1'), sessions);
count(
  'lines break_glass.started in the ledger',
  await counted("audit_event where ledger_id = $1 and action = 'break_glass.started'"),
  sessions,
);
count(
  'notices that wait to be sent',
  await counted("jobs where workspace_id = $1 and topic = 'break_glass.notify'"),
  sessions * told.length,
);
const mailing = performance.now();
await worker.drain();
const mailed = (performance.now() - mailing) / 1000;
const mails = ports.mail.sent.filter(({ subject }) => subject.startsWith('Emergency access'));
count('mails', mails.length, sessions * told.length);
for (const { displayName, email } of [owner, admin, bo])
  count(`mails to ${displayName}`, mails.filter(({ to }) => to.address === email).length, sessions);
const lasting = await byAll(async (person, number) => {
  for (const by of processes) await seen(person, number, by, false);
});
const lines = "audit_event where ledger_id = $1 and action = 'entry.read'";
count(
  'reads in the ledger under an emergency',
  await counted(`${lines} and convert_from(payload, 'utf8')::jsonb #>> '{access,basis}' = 'break_glass'`),
  reads,
);
clock.advance({ minutes: 60 });
const over = await byAll(async (person, number) => {
  for (const by of processes) await seen(person, number, by, true);
});
count(
  'reads in the ledger after the end of all',
  await counted(`${lines} and convert_from(payload, 'utf8')::jsonb #>> '{access,basis}' = 'break_glass'`),
  reads,
);
const { verification } = await chancery.records.verifyAuditLedger({}, owner.session);
expect('the ledger', verification.ok, true);
count('answers that were other than expected', faults.length, 0);

printTable(['what', 'counted', 'expected'], rows);
console.log('');
printTable(
  ['step', 'figure'],
  [
    ['beginning an emergency, p50', `${quantile(times, 0.5).toFixed(0)} ms`],
    ['beginning an emergency, p95', `${quantile(times, 0.95).toFixed(0)} ms`],
    [`all of them, ${together} people at a time`, `${beginning.toFixed(1)} s`],
    ['their mails', `${mailed.toFixed(1)} s`],
    ['all that each sees, by two processes', `${lasting.toFixed(1)} s`],
    ['the same after their end', `${over.toFixed(1)} s`],
  ],
);
for (const fault of faults.slice(0, 20)) console.error(fault);
await other.close();
await dropPostgresDatabases();
process.exit(faults.length > 0 ? 1 : 0);
