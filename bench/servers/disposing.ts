import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import { openPglite, openPostgres } from '@chancery/adapters-persistence';
import { aFile, disposingOffice } from '@chancery/adapters-persistence/testing';
import { DiskBlobStore, FileKeyVault, MasterKeyRing } from '@chancery/adapters-services';
import { systemIds, systemRandom } from '@chancery/core';
import { checkCertificate } from '@chancery/verify';
import { jobStore } from '../../packages/adapters-persistence/src/kernel/jobs.ts';
import { unitOfWork } from '../../packages/adapters-persistence/src/kernel/unit-of-work.ts';
import { Fate, mortalPorts } from '../../packages/adapters-persistence/src/testing/mortal-ports.ts';

// One life of a process that disposes of cases. It first ends what the life before has left behind and says what came of that;
// then it makes a new case, has its disposition approved and executed, and ends itself by SIGKILL at a step of that.

/** What a life leaves to the next one. */
export interface Begun {
  readonly workspaceId: string;
  readonly reviewId: string;
  readonly caseId: string;
  readonly subjectId: string;
}
export interface Life {
  readonly folder: string;
  /** Of PostgreSQL; null is the embedded database in the folder. */
  readonly url: string | null;
  readonly masterKeys: string;
  readonly startsAt: string;
  readonly before: Begun | null;
  /** At which step it is to end; null if it begins nothing. */
  readonly step: number | null;
}
/** What is left of a case: whatever is not as it should be is named. */
export type Said =
  | { readonly begun: Begun }
  | { readonly faults: readonly string[] }
  | { readonly whole: true };

class Killing extends Fate {
  #left = Number.POSITIVE_INFINITY;
  override endAfter(steps: number): void {
    this.#left = steps;
  }
  override step(): void {
    if (this.#left === 0) process.kill(process.pid, 'SIGKILL');
    this.#left -= 1;
  }
  override require(): void {}
}

async function live({ folder, url, masterKeys, startsAt, before, step }: Life): Promise<void> {
  const database = await (url === null ? openPglite(join(folder, 'database')) : openPostgres(url));
  const master = new MasterKeyRing(masterKeys);
  const keyRing = {
    seal: (bytes: Uint8Array, aad: string) => master.seal(bytes, aad),
    open: (sealed: Uint8Array, aad: string) => master.open(sealed, aad),
    derive: (label: string) => new Uint8Array(hkdfSync('sha256', masterKeys, '', label, 32)),
    needsReseal: () => false,
  };
  const fate = new Killing();
  const clock = { now: () => startsAt };
  const vaultFolder = join(folder, 'keys');
  const keyVault = new FileKeyVault({
    folder: vaultFolder,
    keyRing,
    random: systemRandom,
    ids: systemIds,
    clock,
  });
  const blobs = new DiskBlobStore(join(folder, 'blobs'));
  const stores = { unitOfWork: unitOfWork(database), jobs: jobStore(database) };
  const ports = { keyRing, ...mortalPorts({ ...stores, keyVault, blobs }, fate) };
  const here = await officeOf({ database, startsAt, ports });
  // What the lost process held comes back when its lease is over.
  for (let look = 0; look < 2; look += 1) {
    await here.worker.drain();
    here.clock.advance({ minutes: 25 });
  }
  if (before !== null) await say({ faults: await faultsOf(before, here, keyVault, blobs) });
  if (step !== null) {
    const { begun, review } = await begin(here);
    await say({ begun });
    await here.execute(review);
    fate.endAfter(step);
    await here.worker.drain();
  }
  await say({ whole: true });
  await database.close();
}

const officeOf = ({
  startsAt,
  ...rest
}: Pick<Life, 'startsAt'> & Partial<Parameters<typeof disposingOffice>[0]>) =>
  disposingOffice(
    { ...rest, startsAt, settings: { accessTokenSeconds: 60 * 86_400 } },
    { includeSubject: true, trigger: 'fixed_date', period: 'P1D', fixedDate: '2026-11-01' },
  );
type Office = Awaited<ReturnType<typeof officeOf>>;

/** A case with an entry and its file, closed, whose disposition was approved. */
async function begin(
  here: Office,
): Promise<{ readonly begun: Begun; readonly review: Parameters<Office['execute']>[0] }> {
  const { bo, cy, guest, records, workspaceId } = here;
  const members = [
    { userId: cy.id, role: 'contributor' },
    { userId: guest.id, role: 'reviewer' },
  ];
  const { id: caseId, primarySubjectId: subjectId } = await here.open({ members, status: 'active' }, bo);
  const { id: artifactId } = await here.begin({ caseId, body: 'She spoke of the lighthouse.' });
  await records.uploadEntryAttachment({ artifactId, file: aFile('lab.txt', 'The lighthouse') }, cy.session);
  await here.close(caseId);
  const review = await here.approvedReview([caseId], 0);
  return { begun: { workspaceId, reviewId: review.id, caseId, subjectId }, review };
}

/** How the end that a disposition came to differs from the one that it should have. */
async function faultsOf(
  { workspaceId, reviewId, caseId, subjectId }: Begun,
  { sql }: Office,
  keyVault: FileKeyVault,
  blobs: DiskBlobStore,
): Promise<readonly string[]> {
  const [row] = await sql<Record<string, unknown>>(
    `select r.status review, i.state item, i.subject_state subject, c.status "case",
       (select count(*)::int from disposition_certificates where review_id = $1) certificates,
       (select count(*)::int from record_entries e join record_entry_versions v on v.entry_id = e.id
        where e.case_id = $2 and v.content_sealed is not null) contents,
       (select count(*)::int from audit_event where ledger_id = $3 and action = 'disposition.executed' and target_id = $1::text) executed,
       (select count(*)::int from jobs where workspace_id = $3 and status not in ('succeeded', 'cancelled')) unfinished
     from disposition_reviews r join disposition_items i on i.review_id = r.id join record_cases c on c.id = $2
     where r.id = $1`,
    [reviewId, caseId, workspaceId],
  );
  const wanted: Record<string, unknown> = {
    ...{ review: 'executed', item: 'destroyed', subject: 'erased', case: 'disposed' },
    ...{ certificates: 1, contents: 0, executed: 1, unfinished: 0 },
  };
  const faults = Object.entries(wanted).flatMap(([name, value]) =>
    row?.[name] === value ? [] : [`${name}: ${row?.[name]} and not ${value}`],
  );
  const keys = await sql<{ keyId: string }>(
    'select key_id "keyId" from record_keys where workspace_id = $1 and scope_id = any($2)',
    [workspaceId, [caseId, subjectId]],
  );
  for (const { keyId } of keys)
    if (!(await keyVault.isDestroyed(workspaceId, keyId))) faults.push(`the key ${keyId} is there`);
  for await (const key of blobs.list(`ws/${workspaceId}/`)) faults.push(`the object ${key} is there`);
  return [...faults, ...(await evidenceFaults(workspaceId, reviewId, sql))];
}

/** The chain and the certificate hold. */
async function evidenceFaults(
  workspaceId: string,
  reviewId: string,
  sql: Office['sql'],
): Promise<readonly string[]> {
  const [found] = await sql<{
    covered: object;
    sha256: string;
    signature: Uint8Array;
    keyId: string;
    publicKey: Uint8Array;
  }>(
    `select d.covered, d.sha256, d.signature, d.key_id "keyId", k.public_key "publicKey" from disposition_certificates d
     join record_signing_keys k on k.workspace_id = d.workspace_id and k.key_id = d.key_id where d.review_id = $1`,
    [reviewId],
  );
  if (found === undefined) return ['no certificate'];
  const { covered, sha256, keyId } = found;
  const evidence = { sha256, keyId, signature: Buffer.from(found.signature).toString('base64') };
  const certificate = { ...covered, ...evidence, auditSeq: null, checkpointSize: null };
  const verdict = await checkCertificate(certificate as never, [new Uint8Array(found.publicKey)]);
  const [chain] = await sql<{ bad: string | null }>(
    `select first_bad_seq::text bad from (select set_config('app.workspace', $1, false)) s, audit_verify($1)`,
    [workspaceId],
  );
  return [
    ...(verdict === null ? [] : [`the certificate: ${verdict}`]),
    ...(chain !== undefined && chain.bad === null ? [] : [`the chain: line ${chain?.bad}`]),
  ];
}

const say = (said: Said) => new Promise<void>((resolve) => process.send?.(said, () => resolve()));

process.on('message', (life: Life) => {
  live(life).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
