import { hexOf, sha256 } from '../../kernel/crypto.ts';
import { storedContent } from '../../kernel/stored-content.ts';
import { certificateLocalTimes } from '../certificate-local-times.ts';
import { marksOf } from '../drawn-marks.ts';
import type { SealedPdf, SealOrder } from '../pdf-sealer.ts';
import type { SigningReacting } from '../ports.ts';
import { type SigningFacts, signingEvidence } from '../signing-evidence.ts';
import type { CertificateModel, DrawnPdf, OpenCertificate, SealPlace } from '../signing-pdf-composer.ts';
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
  const room = timestamps.policy === 'none' ? contentsBytes.without : contentsBytes.with;
  const place: SealPlace = { name, reason: null, location: null, contentsBytes: room };
  const facts = factsOf(found, disclosures);
  const evidence = signingEvidence(facts);
  const evidenceSha256 = hexOf(sha256(evidence));
  const model = modelOf(found, facts, evidenceSha256, context);

  const [key, prepared, certificate] = await Promise.all([
    sealKeys.keyOf({ workspaceId: workspace.id, name }, now),
    signingPdfComposer.prepared(
      { content: storedContent(blobs, signingCopy), pages: signingCopy.pages ?? [] },
      marksOf(found.fields, found.materials, round.language),
      model,
      evidence,
      place,
    ),
    signingPdfComposer.certificate(model, place),
  ]);
  return sealedPair({ prepared, certificate, evidenceSha256 }, { key, timestamps, now }, context);
}

interface DrawnPair {
  readonly prepared: DrawnPdf;
  readonly certificate: OpenCertificate;
  readonly evidenceSha256: string;
}

/** Seals the document; while that is checked, its certificate, which says which bytes were sealed, is sealed and checked. */
async function sealedPair(
  { prepared, certificate: open, evidenceSha256 }: DrawnPair,
  order: Omit<SealOrder, 'expected'>,
  { pdfSealer }: SigningReacting,
): Promise<MadeSeal> {
  const { fingerprint } = order.key;
  const holding = ({ pages }: DrawnPdf, evidenceSha256: string | null) => ({
    ...order,
    expected: { pages: pages.length, evidenceSha256 },
  });
  const certificateOf = async (unchecked: Uint8Array): Promise<MadeFile> => {
    const drawn = open({
      sealedSha256: hexOf(sha256(unchecked)),
      sealCertificateFingerprint: fingerprint,
    });
    return madeFile((await pdfSealer.seal(drawn.bytes, holding(drawn, null))).bytes, drawn);
  };
  const sealed = await pdfSealer.seal(prepared.bytes, holding(prepared, evidenceSha256), certificateOf);
  const { level, timestamp, made: certificate } = sealed;
  return { sealed: madeFile(sealed.bytes, prepared), certificate, level, timestamp, fingerprint };
}

const madeFile = (bytes: Uint8Array, { pages }: DrawnPdf): MadeFile => ({
  bytes,
  sha256: hexOf(sha256(bytes)),
  pages,
});

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
