import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readSpool } from '@chancery/adapters-services';
import type { Application } from '@chancery/server';
import { brokenLedgers } from './harness/broken-ledgers.ts';
import { type Answer, openKilledServer, posting } from './harness/killed-server.ts';
import { printTable } from './harness/printed-table.ts';
import { program } from './harness/program.ts';

// The server is killed while an entry is signed, a batch of five is signed, one subject is merged into another, and a request to
// change a signed entry is accepted; each call is then repeated with its idempotency key until it is answered. In the end each of
// them is there once and whole: no signature without its line of the ledger and none of half a batch, and every ledger holds.
const kind = process.argv[2] === 'postgres' ? 'postgres' : 'pglite';
const { kills, minutes, batch } = program({
  kills: { usual: 60 },
  minutes: { usual: 50 },
  batch: { usual: 5 },
});
const password = 'correct horse battery staple';
const attestation = {
  statementId: 'attest.author.v1',
  accepted: true,
  reauthentication: { method: 'password', value: password },
};
const patching = (body: object): RequestInit => ({ ...posting(body), method: 'PATCH' });

const server = await openKilledServer(kind, { CHANCERY_EMAIL_VERIFICATION: 'optional' });
/** As the person with this token, or as the first one. */
const by = (token: string | null, init: RequestInit): RequestInit =>
  token === null ? init : { ...init, headers: { ...init.headers, Authorization: `Bearer ${token}` } };
const posted = async (path: string, body: object, token: string | null = null) =>
  made(path, await server.answered(`records/${path}`, () => by(token, posting(body))));
let wrong = 0;
function made(what: string, answer: Answer): Answer['data'] {
  if (answer.status >= 200 && answer.status < 300) return answer.data;
  wrong += 1;
  console.error(`wrong: ${what}: ${answer.status} ${answer.code}`);
  return null;
}

interface Done {
  readonly signed: readonly string[];
  readonly batches: readonly (readonly string[])[];
  readonly merged: readonly string[];
  readonly amendments: readonly string[];
}

try {
  const lead = await reviewer();
  const { subject } = await posted('subjects', { displayName: 'Ann Smith' });
  const { case: aCase } = await posted('cases', {
    ...{ title: 'Smith, custody', caseType: 'general', subjectId: subject.id, status: 'active' },
    members: [{ userId: lead.userId, role: 'lead' }],
  });
  const done = await untilKilled(aCase.id, lead.token);
  const seen = await server.twoDaysLater((application) => lookedAt(application));
  const signatures = done.signed.length + done.batches.flat().length;
  const figures: readonly [string, number, number][] = [
    ['answers that were wrong', wrong, 0],
    ['signatures', seen.signatures, signatures],
    ['entries that are signed once', seen.signedEntries, signatures],
    ['signatures without their line of the ledger', seen.unsaid, 0],
    ['sessions of attestation without all of their signatures', seen.halfSessions, 0],
    ['merges', seen.merges, done.merged.length],
    ['lines of the ledger: merged', seen.said['subject.merged'] ?? 0, done.merged.length],
    ['subjects that are merged', seen.merged, done.merged.length],
    ['requests that were accepted', seen.accepted, done.amendments.length],
    ['lines of the ledger: accepted', seen.said['amendment.accepted'] ?? 0, done.amendments.length],
    ['versions that requests opened', seen.opened, done.amendments.length],
    ['ledgers that do not hold', seen.broken, 0],
  ];
  printTable(
    [`records on ${kind}`, '', ''],
    [
      ['SIGKILLs, each followed by the same call', server.kills(), ''],
      ...figures.map(([what, is, should]) => [what, is, is === should ? 'ok' : `WRONG, not ${should}`]),
    ],
  );
  if (figures.some(([, is, should]) => is !== should)) process.exitCode = 1;
} finally {
  await server.close();
}

/** In turns, each over things of its own. */
async function untilKilled(caseId: string, leadsToken: string): Promise<Done> {
  const done = {
    signed: [] as string[],
    batches: [] as string[][],
    merged: [] as string[],
    amendments: [] as string[],
  };
  const begun = performance.now();
  while (server.kills() < kills && performance.now() - begun < minutes * 60_000) {
    const id = await approved(caseId, leadsToken);
    const signing = `records/entries/${id}/finalize`;
    made('signing', await server.killedOver(signing, () => posting({ attestation }), 250));
    done.signed.push(id);
    const ids: string[] = [];
    for (let at = 0; at < batch; at += 1) ids.push(await approved(caseId, leadsToken));
    const items = ids.map((artifactId) => ({ artifactId }));
    const all = () => posting({ attestation, mode: 'atomic', items });
    made('a batch', await server.killedOver('records/entries/batch-finalize', all, 400));
    done.batches.push(ids);
    done.merged.push(await mergedOne());
    done.amendments.push(await acceptedOne(id, leadsToken));
  }
  return done;
}

/** Somebody else than its author approves it. */
async function approved(caseId: string, leadsToken: string): Promise<string> {
  const { entry } = await posted(`cases/${caseId}/entries`, {
    ...{ entryType: 'note', title: 'Call', body: `She called, ${randomUUID()}.` },
  });
  await posted(`entries/${entry.id}/submit`, {});
  await posted(`entries/${entry.id}/approve`, {}, leadsToken);
  return entry.id;
}

async function mergedOne(): Promise<string> {
  const [one, other] = [
    await posted('subjects', { displayName: `Ann ${randomUUID()}` }),
    await posted('subjects', { displayName: `Bea ${randomUUID()}` }),
  ];
  const merge = () =>
    posting({
      ...{ mergedSubjectId: other.subject.id, reason: 'Registered twice' },
      ...{ expectedVersion: 1, mergedExpectedVersion: 1 },
    });
  made('a merge', await server.killedOver(`records/subjects/${one.subject.id}/merge`, merge, 200));
  return other.subject.id;
}

/** Somebody else than whoever asked accepts it. */
async function acceptedOne(artifactId: string, token: string): Promise<string> {
  const asked = { requestedChange: 'Say when she called.', reason: 'It is not said.' };
  const { amendment } = await posted(`entries/${artifactId}/amendments`, asked);
  const accept = () => by(token, patching({ decision: 'accept' }));
  made('a request', await server.killedOver(`records/amendments/${amendment.id}`, accept, 200));
  return amendment.id;
}

/** A second person of the workspace, by the link in the mail. */
async function reviewer(): Promise<{ readonly userId: string; readonly token: string }> {
  const email = 'bo@example.com';
  made(
    'an invitation',
    await server.answered('workspace/invitations', () => posting({ email, role: 'member' })),
  );
  for (let look = 0; look < 300; look += 1) {
    const mails = await readSpool(join(server.folder, 'mail'));
    const [invitationToken] = mails.flatMap(
      ({ text }) => /\/invitation#token=([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? [],
    );
    if (invitationToken !== undefined) {
      const account = { email, password, displayName: 'Bo', invitationToken };
      const { accessToken, user } = made(
        'joining',
        await server.answered('auth/register', () => posting(account)),
      );
      return { userId: user.id, token: accessToken };
    }
    await wait(200);
  }
  throw new Error('There is no mail with a link');
}

/** What the database knows when everything is over. */
async function lookedAt({ database: { pool }, worker }: Application) {
  await worker.drain();
  const rows = async <T>(text: string) => (await pool.query(text)).rows as T[];
  const [counts] = await rows<Record<string, number>>(`select
    (select count(*)::int from record_signatures) signatures,
    (select count(distinct (entry_id, version_number))::int from record_signatures) signed,
    (select count(*)::int from record_signatures s where 1 <> (select count(*) from audit_event e
      where e.action in ('entry.finalized', 'entry.amended') and convert_from(e.payload, 'utf8')::jsonb -> 'facts' ->> 'signatureId' = s.id::text)) unsaid,
    (select count(*)::int from subject_merges where status = 'applied') merges,
    (select count(*)::int from subjects where status = 'merged') merged,
    (select count(*)::int from amendments where status = 'accepted') accepted,
    (select count(*)::int from record_entry_versions where number = 2) opened,
    (select count(*)::int from attestation_sessions a where a.entry_count <> (select count(*) from record_signatures s where s.attestation_session_id = a.id)) half`);
  const said = await rows<{ action: string; count: number }>(
    'select action, count(*)::int from audit_event group by action',
  );
  const broken = await brokenLedgers(pool);
  const value = (name: string) => counts?.[name] ?? -1;
  return {
    ...{ signatures: value('signatures'), signedEntries: value('signed'), unsaid: value('unsaid') },
    ...{ halfSessions: value('half'), merges: value('merges'), merged: value('merged') },
    ...{ accepted: value('accepted'), opened: value('opened'), broken },
    said: Object.fromEntries(said.map(({ action, count }) => [action, count])) as Record<string, number>,
  };
}
