// The public names. A port that an adapter implements stands flat, beside the namespace of the context that owns it.

export {
  type BillingProcessor,
  type ChangePreview,
  type CheckoutOrder,
  type InvoiceLine,
  PaymentDeclined,
  type PaymentMethod,
  type PendingChange,
  type ProcessorEvent,
  type ProcessorInvoice,
  type ProcessorState,
  type ProcessorStatus,
  type ProcessorSubscription,
  type StartedCheckout,
  type SubscriptionChange,
} from './billing/billing-processor.ts';
export * as billing from './billing/index.ts';
export { builtInPlans, catalogOf } from './billing/plans.ts';
export * as documents from './documents/index.ts';
export {
  type ContentFlag,
  contentFlags,
  type DocumentPage,
  type PdfInspection,
  type PdfInspector,
} from './documents/pdf-inspector.ts';
export * as fileRequests from './file-requests/index.ts';
export * as governance from './governance/index.ts';
export * as health from './health/index.ts';
export type { DeviceParser } from './identity/device-parser.ts';
export type {
  PasskeyCredential,
  PasskeyVerifier,
  TotpVerifier,
} from './identity/factors/factor-verifiers.ts';
export * as identity from './identity/index.ts';
export type { PasswordBlocklist } from './identity/password-blocklist.ts';
export type {
  AuthorizationFlow,
  Exchanged,
  IdentityProvider,
  OidcClient,
  ProvenIdentity,
} from './identity/providers/oidc-client.ts';
export * as integrations from './integrations/index.ts';
export * from './kernel/index.ts';
export * as lifecycle from './lifecycle/index.ts';
export * as meetings from './meetings/index.ts';
export type {
  ConferenceFact,
  ConferenceGrants,
  ConferenceKind,
  ConferenceProvider,
  ConferenceProviders,
  ConferenceSeat,
} from './meetings/room/conference-provider.ts';
export * from './pipeline/index.ts';
export {
  type BundleBlock,
  type BundleModel,
  type BundleSection,
  BundleTooLarge,
  type ComposedPdf,
  type RecordPdfComposer,
} from './records/bundle/record-pdf-composer.ts';
export * as records from './records/index.ts';
export type { Anchor, AnchorFinder, FoundAnchor } from './signing/anchor-finder.ts';
export { certificateLocalTimes } from './signing/certificate-local-times.ts';
export type { DisclosureCatalog, DisclosureText } from './signing/disclosure-catalog.ts';
export { type FieldRectangle, type PlacedField, placedField } from './signing/field-geometry.ts';
export * as signing from './signing/index.ts';
export {
  type CheckedSeal,
  isSound,
  type PdfSealer,
  type SealCheck,
  type SealedPdf,
  type SealFacts,
  type SealLevel,
  type SealOrder,
  type SealReport,
  type SealTimestamp,
  type SealTrust,
  sealChecks,
} from './signing/pdf-sealer.ts';
export { SealFailure, type SealFailureCode } from './signing/seal-failure.ts';
export type {
  SealAlgorithm,
  SealKey,
  SealKeyProvider,
  SealOwner,
  SealRoot,
} from './signing/seal-key-provider.ts';
export type { SealKeyStore, StoredSealLeaf, StoredSealRoot } from './signing/seal-keys.ts';
export {
  mostSignatureImageBytes,
  mostSignatureImagePixels,
  type SignatureImage,
  type SignatureImages,
} from './signing/signature-images.ts';
export {
  type EvidenceEvent,
  type EvidenceField,
  type EvidenceFile,
  type EvidenceRecipient,
  type EvidenceSignature,
  EvidenceTooLarge,
  evidenceFileName,
  evidenceSchema,
  inEvidenceOrder,
  mostEvidenceBytes,
  type SigningFacts,
  signingEvidence,
} from './signing/signing-evidence.ts';
export {
  type CertificateModel,
  type CertificateOfSealed,
  type ComposedCopy,
  type DrawnMark,
  type DrawnPdf,
  type LocalTime,
  type MadeSigningCopy,
  type Mark,
  type NotDrawableReason,
  type OpenCertificate,
  PdfNotDrawable,
  type SealPlace,
  type SignaturePage,
  type SignaturePageField,
  type SigningPdfComposer,
  signaturePageLabel,
} from './signing/signing-pdf-composer.ts';
export {
  type TimestampAuthority,
  type TimestampToken,
  TimestampUnavailable,
} from './signing/timestamp-authority.ts';
export * as uploads from './uploads/index.ts';
export * as webhooks from './webhooks/index.ts';
export type { WebhookSigner } from './webhooks/webhook-signer.ts';
export * as workspace from './workspace/index.ts';
