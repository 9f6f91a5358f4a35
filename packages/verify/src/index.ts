export { bytesOfBase64, bytesOfHex, hexOf } from './bytes.ts';
export {
  canonicalJson,
  canonicalLedgerJson,
  canonicalText,
  isCanonical,
  type JsonRefusal,
  JsonRefused,
  parseStrictJson,
} from './canonical-json.ts';
export { detailDigest, entryHash, entryHashOf, genesisHash } from './chain.ts';
export {
  type Checkpoint,
  checkpointText,
  keysOf,
  type OpenedCheckpoint,
  openCheckpoint,
  readCheckpoint,
} from './checkpoint.ts';
export type { PinnedCheckpoint } from './checkpoint-checks.ts';
export {
  checkDisclosure,
  contentHash,
  contentParts,
  type DisclosedPart,
  type Disclosure,
  type DisclosureReport,
  disclosureOf,
  type PartPlace,
  partLeaf,
  partSalt,
  type ShownPart,
} from './content.ts';
export type { OpenedDetail, RowWithDetail } from './detail-checks.ts';
export {
  type ExportReport,
  type ExportSource,
  ExportUnreadable,
  type ExportVerification,
  type ExportWarning,
  verifyExport,
} from './export-file.ts';
export { type Hashing, hashedBy, hashedNow, hmacSha256, type Sha256 } from './hashing.ts';
export {
  type ProofRefusal,
  type ProofReport,
  type ProofText,
  proofText,
  readProofText,
  verifyProof,
} from './inclusion-text.ts';
export type { JsonExcess, JsonLimits } from './json-scan.ts';
export type { LedgerFaultReason } from './ledger-faults.ts';
export { eventOf, type LedgerHead, type LedgerRow } from './ledger-row.ts';
export { type LedgerReport, type LedgerVerification, verifyLedger } from './ledger-verification.ts';
export {
  type Consistency,
  consistencyHolds,
  consistencyProof,
  type Inclusion,
  inclusionHolds,
  inclusionProof,
  leafHash,
  MerkleRoot,
  type RangeRoot,
  rangeRootOf,
} from './merkle-tree.ts';
export {
  cosignatureLine,
  type KeyKind,
  keyOfVkey,
  LOG_KEY,
  type NoteKey,
  type NoteRefusal,
  NoteRefused,
  noteKeyId,
  type OpenedNote,
  openNote,
  signatureLine,
  textOfNote,
  vkeyOf,
  WITNESS_KEY,
} from './note.ts';
export {
  type AuditAccessBasis,
  type AuditActorKind,
  type AuditFact,
  type AuditOutcome,
  type AuditPayload,
  type AuditProjection,
  projectionOf,
} from './payload.ts';
export {
  type CertificateFault,
  certificateDigest,
  checkCertificate,
  type DispositionCertificate,
  entrySignatureHolds,
  type SignatureStatement,
  signedCertificate,
  signedStatement,
  signingKeyId,
} from './record-signature.ts';
export type { WithheldPart } from './release-contents.ts';
export type {
  ReleasedAddendum,
  ReleasedAttachment,
  ReleasedItem,
  ReleasedView,
  ReleaseExport,
} from './release-file.ts';
export {
  type ReleaseFinding,
  type ReleaseReport,
  type ReleaseStep,
  type ReleaseVerification,
  verifyRelease,
} from './release-verification.ts';
export { hashed, type Primitives, type Signer, signerOf, webCrypto } from './web-crypto.ts';
