import { type Document, type MadeVersion, versionBlobKey } from '../../documents/index.ts';
import { plusDays } from '../../kernel/time.ts';
import { aboutRound, documentSealed } from '../events.ts';
import { endLinks, newLink } from '../fresh-link.ts';
import type { SigningReacting } from '../ports.ts';
import { sealedRound } from '../round.ts';
import { finishedSeal } from '../seal.ts';
import { copiedSigner, isDone, notifiedSigner, type Signer } from '../signer.ts';
import { copyMailDue } from './events.ts';
import type { MadeFile, MadeSeal } from './made-seal.ts';
import type { RoundToSeal } from './round-to-seal.ts';

/** How long a link to the sealed file works (SIG-30). */
const copyDays = 30;

type Work = Parameters<Parameters<SigningReacting['transact']>[0]>[0];

/**
 * Stores the objects, and then in one transaction the versions, the state of the round and the links to the copies (SEA-21).
 * What a lost transaction leaves is swept, because its objects were noted before. False if somebody else has sealed it
 * meanwhile: then nothing is kept.
 */
export async function keptSeal(
  found: RoundToSeal,
  made: MadeSeal,
  context: SigningReacting,
): Promise<boolean> {
  const sealed = versionOf('sealed', made.sealed, found, context);
  const certificate = versionOf('certificate', made.certificate, found, context);
  await storeObjects(
    [
      { blobKey: sealed.blobKey, bytes: made.sealed.bytes },
      { blobKey: certificate.blobKey, bytes: made.certificate.bytes },
    ],
    context,
  );
  return context.transact(async (work) => {
    const document = await work.documentLibrary.get(found.document.id, 'for update');
    const round = await work.rounds.get(found.round.id);
    if (document === null || round?.status !== 'completed' || round.seal.status !== 'sealing') return false;
    for (const version of [sealed, certificate]) {
      if (!(await work.incomingFiles.keep(version.blobKey))) throw new Error('The sealed file was swept');
      await work.documentLibrary.addVersion(work, version);
    }
    const outcome = {
      level: made.level,
      timestamp: made.timestamp,
      sealCertificateFingerprint: made.fingerprint,
      sealedAt: work.now,
      sealedSha256: sealed.sha256,
      certificateSha256: certificate.sha256,
      ledger: { seq: found.ledger.seq, headHash: found.ledger.headHash },
    };
    const after = await work.rounds.save(sealedRound(round, finishedSeal(round.seal, outcome), work.now));
    const holding = withSealed(document, sealed);
    const changed = await work.documentLibrary.setSignatureStatus(holding, 'sealed', work.now);
    const { sealedSha256, certificateSha256, sealCertificateFingerprint, level } = outcome;
    const facts = { sealedSha256, certificateSha256, sealCertificateFingerprint, level };
    work.emit(documentSealed, { ...aboutRound(changed, after), ...facts });
    await sendCopies(await work.signers.of(round.id), work);
    return true;
  });
}

function versionOf(
  kind: MadeVersion['kind'],
  { bytes, sha256, pages }: MadeFile,
  { document, workspace }: RoundToSeal,
  { newId }: SigningReacting,
): MadeVersion {
  const id = newId();
  return {
    id,
    documentId: document.id,
    kind,
    sha256,
    sizeBytes: bytes.byteLength,
    mimeType: 'application/pdf',
    pages,
    blobKey: versionBlobKey(workspace.id, id),
    createdByUserId: null,
  };
}

async function storeObjects(
  objects: readonly { readonly blobKey: string; readonly bytes: Uint8Array }[],
  { transact, blobs, now }: SigningReacting,
): Promise<void> {
  await transact(async ({ incomingFiles }) => {
    for (const { blobKey } of objects) await incomingFiles.begin(blobKey, now);
  });
  await Promise.all(
    objects.map(({ blobKey, bytes }) => blobs.put(blobKey, bytes, { sizeBytes: bytes.byteLength })),
  );
}

/** The sealed file is what the document holds from now on. */
const withSealed = (document: Document, { sha256, sizeBytes, pages, mimeType }: MadeVersion): Document => ({
  ...document,
  sha256,
  sealedSha256: sha256,
  sizeBytes,
  mimeType,
  pageCount: pages?.length ?? null,
});

/** Everybody who has acted, and everybody who gets a copy, is given a link to the sealed file (SIG-26). */
async function sendCopies(people: readonly Signer[], work: Work): Promise<void> {
  await endLinks(people, 'completed', work);
  const expiresAt = plusDays(work.now, copyDays);
  for (const signer of people) {
    if (!isDone(signer) && signer.role !== 'copy') continue;
    const { link } = await newLink(
      signer,
      { purpose: 'copy', cause: 'sealed', delivery: 'email', expiresAt },
      (before, facts) => (isDone(before) ? copiedSigner : notifiedSigner)(before, facts, work.now),
      work,
    );
    work.emit(copyMailDue, { signerId: signer.id, linkId: link.id });
  }
}
