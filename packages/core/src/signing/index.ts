export { completeSigning } from './by-link/complete-signing.ts';
export { declineSigning } from './by-link/decline-signing.ts';
export {
  otpIncorrect,
  otpLocked,
  otpNotRequired,
  otpResendTooSoon,
  otpSendLimit,
  signingAlreadyCompleted,
  signingConsentRequired,
  signingContentChanged,
  signingIntentMismatch,
  signingRoleCannotSign,
  signingVerificationRequired,
} from './by-link/errors.ts';
export { getSigningContent } from './by-link/get-signing-content.ts';
export { getSigningLink } from './by-link/get-signing-link.ts';
export { mailCodesLocked } from './by-link/mail-codes-locked.ts';
export { sendCode } from './by-link/send-code.ts';
export { sendSigningCode } from './by-link/send-signing-code.ts';
export { SigningLinkView } from './by-link/signing-view.ts';
export { verifySigningCode } from './by-link/verify-signing-code.ts';
export { createSigningLink } from './create-signing-link.ts';
export { signingDeadlines } from './deadline-participation.ts';
export {
  type DisclosureCatalog,
  type DisclosureText,
  type DisclosureVersion,
  nearestLanguage,
} from './disclosure-catalog.ts';
export { signingDocuments } from './document-participation.ts';
export type { DocumentVerification, DocumentVerifications } from './document-verification.ts';
export {
  documentNotInspected,
  documentNotSealed,
  documentNotSignable,
  documentPdfAlreadySigned,
  documentPdfDamaged,
  documentPdfEncrypted,
  documentPdfTooLarge,
  documentPdfXfa,
  documentTooManyPages,
  documentTooManyRounds,
  signerNotFound,
  signerNotPending,
  signerNotTheirTurn,
  signerRemindedRecently,
  signingDeadlinePassed,
  signingFieldMissing,
  signingNoRecipient,
  verificationNotFound,
} from './errors.ts';
export {
  documentCompleted,
  documentDeadlineMoved,
  documentDeclined,
  documentExpired,
  documentFieldsSet,
  documentReopened,
  documentSealed,
  documentSealFailed,
  documentSent,
  documentSignersSet,
  documentVoided,
} from './events.ts';
export { expireSigningRounds } from './expire-signing-rounds.ts';
export type { SigningField, SigningFieldKind } from './field.ts';
export { getSigningCertificate } from './get-signing-certificate.ts';
export { type SigningLink, signingLinkStates } from './link.ts';
export { mailSigningLink } from './mail-signing-link.ts';
export { mailSigningNotice } from './mail-signing-notice.ts';
export { mailSigningOwner } from './mail-signing-owner.ts';
export { ownerNoticeDue, signerNoticeDue } from './notices.ts';
export { type OtpChallenge, otpChallengeStates, otpNoActiveCode } from './otp-challenge.ts';
export {
  type DueInWorkspace,
  type OtpChallengeRepository,
  ports,
  type RoundLedger,
  type RoundRepository,
  type SentCode,
  type SignatureMaterialRepository,
  type SignerRepository,
  type SigningFieldRepository,
  type SigningLinkRepository,
  type SigningPorts,
  type SigningPreparing,
  type SigningReacting,
  type SigningSessionRepository,
  type SigningSweep,
} from './ports.ts';
export { remindSigner } from './remind-signer.ts';
export { type SigningRound, signingRoundStates } from './round.ts';
export { type Seal, sealStates } from './seal.ts';
export { mailSealedCopy } from './sealing/mail-sealed-copy.ts';
export { sealCompletedRound } from './sealing/seal-completed-round.ts';
export { sealDocument } from './sealing/seal-document.ts';
export { sendDocument } from './send-document.ts';
export { sendSigningReminders } from './send-signing-reminders.ts';
export { setDocumentFields } from './set-document-fields.ts';
export { setDocumentSigners } from './set-document-signers.ts';
export { type SignatureImage, type SignatureImages, signatureImageBytes } from './signature-images.ts';
export type { SignatureFacts, SignatureMaterial } from './signature-material.ts';
export { type Signer, signerStates } from './signer.ts';
export {
  signerCompleted,
  signerConsented,
  signerCorrected,
  signerDeclined,
  signerLinkIssued,
  signerOtpFailed,
  signerOtpLocked,
  signerOtpSent,
  signerOtpUndeliverable,
  signerReminded,
  signerSent,
  signerUndeliverable,
  signerVerified,
  signerViewed,
  signingMailDue,
} from './signer-events.ts';
export type { SigningSession } from './signing-session.ts';
export { signingSummaries } from './summary-participation.ts';
export { updateSigner } from './update-signer.ts';
export { verifyDocument } from './verify-document.ts';
export { voidDocument } from './void-document.ts';
export { voidQuarantinedRound } from './void-quarantined-round.ts';
