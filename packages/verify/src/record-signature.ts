import { bytesOfBase64, bytesOfStrictHex, hexOf, joined, utf8 } from './bytes.ts';
import { canonicalJson } from './canonical-json.ts';
import { type Hashing, hashedBy } from './hashing.ts';
import { fits, members } from './shape.ts';
import { type Primitives, webCrypto } from './web-crypto.ts';

/** What somebody who signs an entry states. */
export interface SignatureStatement {
  readonly v: 1;
  readonly signatureId: string;
  readonly workspaceId: string;
  readonly artifactId: string;
  /** Null of an addendum. */
  readonly versionNumber: number | null;
  readonly contentHash: string;
  readonly signerUserId: string;
  readonly role: string;
  readonly meaning: string;
  readonly statementId: string;
  readonly attestationSessionId: string;
  readonly reauthMethod: string;
  readonly signedAt: string;
}

const SIGNATURE = utf8('chancery.entry.v1.signature\0');
const DISPOSITION = utf8('chancery.disposition.v1\0');

/** The bytes under an entry's signature. */
export const signedStatement = (statement: SignatureStatement): Uint8Array =>
  joined(SIGNATURE, canonicalJson(statement));

/** The name of a workspace's record-signing key. */
export function* signingKeyId(publicKey: Uint8Array): Hashing<string> {
  return hexOf((yield [publicKey]).slice(0, 8));
}

/** Whether the key has signed this statement; the signature is base64. */
export const entrySignatureHolds = (
  statement: SignatureStatement,
  signature: string,
  publicKey: Uint8Array,
  { verifyEd25519 }: Pick<Primitives, 'verifyEd25519'> = webCrypto,
): boolean | Promise<boolean> =>
  verifyEd25519(publicKey, signedStatement(statement), bytesOfBase64(signature) ?? new Uint8Array());

/** The evidence that a disposition leaves. What the last five members say is not covered by digest and signature. */
export interface DispositionCertificate {
  readonly certificateNumber: string;
  readonly reviewId: string;
  readonly issuedAt: string;
  readonly method: 'crypto_erasure' | 'extended' | 'retained';
  readonly items: readonly {
    readonly caseId: string;
    readonly caseNumber: string;
    readonly entries: number;
    readonly attachments: number;
    readonly keysDestroyed: readonly { readonly keyId: string; readonly destroyedAt: string }[];
    readonly subjectErased: boolean;
  }[];
  readonly legalBasis: string | null;
  readonly requestedBy: unknown;
  readonly approvedBy: unknown;
  readonly executedBy: unknown;
  readonly singlePerson: boolean;
  readonly backupsExpireOn: string;
  readonly sha256: string;
  readonly signature: string;
  readonly keyId: string;
  readonly auditSeq: number | null;
  readonly checkpointSize: number | null;
}

/** The members that digest and signature cover, as they are hashed and signed. */
function coveredBytes(certificate: DispositionCertificate): Uint8Array {
  const {
    sha256: _,
    signature: __,
    keyId: ___,
    auditSeq: ____,
    checkpointSize: _____,
    ...covered
  } = certificate;
  return canonicalJson(covered);
}

export function* certificateDigest(certificate: DispositionCertificate): Hashing<Uint8Array> {
  return yield [coveredBytes(certificate)];
}

/** The bytes under a certificate's signature. */
export const signedCertificate = (certificate: DispositionCertificate): Uint8Array =>
  joined(DISPOSITION, coveredBytes(certificate));

export type CertificateFault = 'malformed' | 'wrong_digest' | 'unknown_key' | 'bad_signature';

const shape = members(
  'certificateNumber reviewId issuedAt method *:items *:legalBasis *:requestedBy *:approvedBy *:executedBy *:singlePerson backupsExpireOn sha256 signature keyId *:auditSeq *:checkpointSize',
);

/** The first thing that does not hold of a certificate, or null. The keys are those of the workspace. */
export async function checkCertificate(
  certificate: DispositionCertificate,
  publicKeys: readonly Uint8Array[],
  primitives: Primitives = webCrypto,
): Promise<CertificateFault | null> {
  const { sha256, signature, keyId } = certificate;
  const signed = fits(certificate, shape) && bytesOfBase64(signature);
  if (!signed || bytesOfStrictHex(sha256)?.length !== 32) return 'malformed';
  let digest: string;
  try {
    digest = hexOf(await hashedBy(certificateDigest(certificate), primitives.sha256));
  } catch {
    return 'malformed';
  }
  if (digest !== sha256) return 'wrong_digest';
  for (const publicKey of publicKeys) {
    if ((await hashedBy(signingKeyId(publicKey), primitives.sha256)) !== keyId) continue;
    const holds = await primitives.verifyEd25519(publicKey, signedCertificate(certificate), signed);
    return holds ? null : 'bad_signature';
  }
  return 'unknown_key';
}
