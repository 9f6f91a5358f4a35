import { type CheckedSeal, JsonRefused, type SealTrust } from '@chancery/core';
import { canonicalJson, parseStrictJson } from '@chancery/core/internal';
import { z } from 'zod';
import type { CheckSealOutput } from './check-seal-task.ts';
import { failed, notChecked, passed } from './checked-seal.ts';

const digest = z.string().regex(/^[0-9a-f]{64}$/);
/** What is read of the evidence (documents 6.1); the rest is for people. */
const Evidence = z.object({
  schema: z.literal('chancery.signing-evidence.v1'),
  signingCopy: z.object({ sha256: digest, pages: z.number().int() }),
  recipients: z.array(z.object({ documentSha256: digest.nullable() })),
});
type Evidence = z.infer<typeof Evidence>;

/** Checks what the file says about its signing (SEA-18), and tells the digest of the signing copy. */
export function evidenceChecks(
  { evidence: bytes, isEvidenceNamed }: Pick<CheckSealOutput, 'evidence' | 'isEvidenceNamed'>,
  { signingCopySha256 }: Pick<SealTrust, 'signingCopySha256'>,
): { readonly checks: readonly CheckedSeal[]; readonly signingCopySha256: string | null } {
  if (bytes === null) {
    const detail = 'The file has no evidence attached, as a certificate of completion by itself has none.';
    return { checks: [notChecked('evidence', detail)], signingCopySha256: null };
  }
  const evidence = bytes === 'too_large' ? null : readCanonical(bytes);
  if (evidence === null) {
    const detail = 'The attached evidence is not canonical JSON of the form chancery.signing-evidence.v1.';
    return { checks: [failed('evidence', detail)], signingCopySha256: null };
  }
  return {
    signingCopySha256: evidence.signingCopy.sha256,
    checks: [
      passed('evidence', 'The attached evidence is canonical JSON of the form chancery.signing-evidence.v1.'),
      pageCheck(isEvidenceNamed),
      copyCheck(evidence),
      keptCheck(evidence, signingCopySha256),
    ],
  };
}

function readCanonical(bytes: Uint8Array): Evidence | null {
  try {
    const value = parseStrictJson(Buffer.from(bytes).toString('utf8'));
    if (!Buffer.from(canonicalJson(value)).equals(bytes)) return null;
    return Evidence.safeParse(value).data ?? null;
  } catch (error) {
    if (error instanceof JsonRefused) return null;
    throw error;
  }
}

function pageCheck(isNamed: boolean | null): CheckedSeal {
  if (isNamed === null)
    return notChecked('certificate_page', 'The pages of the certificate could not be read.');
  return isNamed
    ? passed('certificate_page', 'The certificate page names the digest of the attached evidence.')
    : failed('certificate_page', 'No certificate page names the digest of the attached evidence.');
}

function copyCheck({ recipients, signingCopy }: Evidence): CheckedSeal {
  const echoed = recipients.map(({ documentSha256 }) => documentSha256).filter((each) => each !== null);
  if (echoed.some((each) => each !== signingCopy.sha256))
    return failed(
      'signing_copy',
      'Somebody signed another file than the signing copy that the evidence names.',
    );
  return passed('signing_copy', `All who signed (${echoed.length}) named the digest of the signing copy.`);
}

function keptCheck({ signingCopy }: Evidence, kept: string | null): CheckedSeal {
  if (kept === null)
    return notChecked(
      'kept_copy',
      'No copy that a signer kept was given, so it was not compared with the evidence.',
    );
  return kept === signingCopy.sha256
    ? passed('kept_copy', 'The copy that was given is the one that was signed.')
    : failed('kept_copy', 'The copy that was given is not the one that was signed.');
}
