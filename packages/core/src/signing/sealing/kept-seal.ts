import type { Document, MadeVersion } from '../../documents/index.ts';
import { plusDays } from '../../kernel/time.ts';
import { aboutRound, documentSealed } from '../events.ts';
import { endLinks, newLink } from '../fresh-link.ts';
import type { SigningReacting } from '../ports.ts';
import { sealedRound } from '../round.ts';
import { finishedSeal } from '../seal.ts';
import { copiedSigner, isDone, notifiedSigner, type Signer } from '../signer.ts';
import { copyMailDue } from './events.ts';
import type { MadeSeal } from './made-seal.ts';
import type { RoundToSeal } from './round-to-seal.ts';

/** How long a link to the sealed file works (SIG-30). */
const copyDays = 30;

type Work = Parameters<Parameters<SigningReacting['transact']>[0]>[0];

/**
 * Stores the objects, and then in one transaction the versions, the state of the round and the links to the copies (SEA-21).
 * What a lost transaction leaves is swept, because the places of its objects were noted before. False if somebody else has sealed it
 * meanwhile: then nothing is kept.
 */
export async function keptSeal(
  found: RoundToSeal,
  made: MadeSeal,
  context: SigningReacting,
): Promise<boolean> {
  const sealed = versionOf('sealed', made, found);
  const certificate = versionOf('certificate', made, found);
  await Promise.all([
    context.blobs.put(sealed.blobKey, made.sealed.bytes, sealed),
    context.blobs.put(certificate.blobKey, made.certificate.bytes, certificate),
  ]);
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
  kind: keyof RoundToSeal['places'],
  { [kind]: { bytes, sha256, pages } }: MadeSeal,
  { document, places }: RoundToSeal,
): MadeVersion {
  return {
    ...places[kind],
    documentId: document.id,
    kind,
    sha256,
    sizeBytes: bytes.byteLength,
    mimeType: 'application/pdf',
    pages,
    createdByUserId: null,
  };
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
