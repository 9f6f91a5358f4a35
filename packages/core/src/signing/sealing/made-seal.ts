import { hexOf, sha256 } from '../../kernel/crypto.ts';
import { storedContent } from '../../kernel/stored-content.ts';
import { certificateLocalTimes } from '../certificate-local-times.ts';
import { marksOf } from '../drawn-marks.ts';
import type { SealedPdf, SealOrder } from '../pdf-sealer.ts';
import type { SigningReacting } from '../ports.ts';
import { type SigningFacts, signingEvidence } from '../signing-evidence.ts';
import type { CertificateModel, DrawnPdf, SealPlace } from '../signing-pdf-composer.ts';
import type { RoundToSeal } from './round-to-seal.ts';
import { factsOf } from './sealing-facts.ts';

export interface MadeFile extends DrawnPdf {
  readonly sha256: string;
}

/** The sealed file and the certificate, both checked, and not yet stored. */
export interface MadeSeal {
  readonly sealed: MadeFile;
  readonly certificate: MadeFile;
  readonly level: SealedPdf['level'];
  readonly timestamp: SealedPdf['timestamp'];
  readonly fingerprint: string;
}

/** Room for a CMS without and with a time-stamp (documents 6, step 4). */
const contentsBytes = { without: 8192, with: 16_384 };

/** Draws, attaches and seals (documents 6, steps 2 to 8). Throws `SealFailure`, or what the pool of processes throws. */
export async function madeSeal(found: RoundToSeal, context: SigningReacting): Promise<MadeSeal> {
  const { signingPdfComposer, sealKeys, timestampAuthority: timestamps, blobs, disclosures, now } = context;
  const { workspace, signingCopy, round } = found;
  const name = workspace.legalName ?? workspace.name;
  const key = await sealKeys.keyOf({ workspaceId: workspace.id, name }, now);
  const order = { key, timestamps, now };
  const room = timestamps.policy === 'none' ? contentsBytes.without : contentsBytes.with;
  const place: SealPlace = { name, reason: null, location: null, contentsBytes: room };
  const facts = factsOf(found, disclosures);
  const evidence = signingEvidence(facts);
  const evidenceSha256 = hexOf(sha256(evidence));
  const model = modelOf(found, facts, evidenceSha256, context);

  const prepared = await signingPdfComposer.prepared(
    { content: storedContent(blobs, signingCopy), pages: signingCopy.pages ?? [] },
    marksOf(found.fields, found.materials, round.language),
    model,
    evidence,
    place,
  );
  const { file: sealed, level, timestamp } = await sealedFile(prepared, order, evidenceSha256, context);
  const about = { sealedSha256: sealed.sha256, sealCertificateFingerprint: key.fingerprint };
  const written = await signingPdfComposer.certificate(model, about, place);
  const { file: certificate } = await sealedFile(written, order, null, context);
  return { sealed, certificate, level, timestamp, fingerprint: key.fingerprint };
}

const modelOf = (
  { round, preparedAt, materials }: RoundToSeal,
  facts: SigningFacts,
  evidenceSha256: string,
  { timeZones }: Pick<SigningReacting, 'timeZones'>,
): CertificateModel => ({
  language: round.language,
  facts,
  evidenceSha256,
  preparedAt,
  localTimes: certificateLocalTimes(facts, timeZones),
  images: materials.flatMap(({ signerId: recipientId, signaturePng, initialsPng }) => [
    ...(signaturePng === null ? [] : [{ recipientId, kind: 'signature' as const, png: signaturePng }]),
    ...(initialsPng === null ? [] : [{ recipientId, kind: 'initials' as const, png: initialsPng }]),
  ]),
});

async function sealedFile(
  { bytes: prepared, pages }: DrawnPdf,
  order: Pick<SealOrder, 'key' | 'timestamps' | 'now'>,
  evidenceSha256: string | null,
  { pdfSealer }: Pick<SigningReacting, 'pdfSealer'>,
): Promise<{ readonly file: MadeFile } & Pick<SealedPdf, 'level' | 'timestamp'>> {
  const expected = { pages: pages.length, evidenceSha256 };
  const { bytes, level, timestamp } = await pdfSealer.seal(prepared, { ...order, expected });
  return { file: { bytes, sha256: hexOf(sha256(bytes)), pages }, level, timestamp };
}
