export type { Browsing, Scope, Sort } from './browsing.ts';
export { documentsClosure } from './closure-participation.ts';
export { createDocumentFromUpload } from './create-document-from-upload.ts';
export { deleteDocumentBytes } from './delete-document-bytes.ts';
export {
  type AccessEntry,
  type Document,
  type DocumentStatus,
  type DocumentVersion,
  documentStates,
  isEditable,
  signatureStatuses,
  type VersionKind,
} from './document.ts';
export type { DocumentDeadlines, DocumentDeadlinesPart } from './document-deadlines.ts';
export type { DocumentHold, DocumentHolds, DocumentHoldsPart } from './document-holds.ts';
export { onDocument } from './document-levels.ts';
export {
  type CreatedDocument,
  type DocumentLibrary,
  type MadeVersion,
  versionBlobKey,
} from './document-library.ts';
export {
  type DocumentLifecycles,
  type DocumentLifecyclesPart,
  type LifecycleStatus,
  type LifecycleSummary,
  lifecycleStatuses,
} from './document-lifecycles.ts';
export type {
  DocumentChange,
  DocumentParticipant,
  DocumentParticipantPart,
} from './document-participants.ts';
export type { DocumentRetention, DocumentRetentionPart } from './document-retention.ts';
export type { DocumentSummaries, DocumentSummariesPart, SigningSummary } from './document-summaries.ts';
export type { DocumentTypes, DocumentTypesPart } from './document-types.ts';
export {
  documentDisposed,
  documentInvalidState,
  documentLegalHold,
  documentNotFound,
  documentNotTrashed,
  documentRetentionActive,
  documentSigningInProgress,
  documentStillInfected,
  documentTypeArchived,
  documentTypeNotFound,
  documentVariantNotFound,
  folderArchived,
  folderCycle,
  folderDuplicate,
  folderNotFound,
  folderTooDeep,
  folderTooMany,
} from './errors.ts';
export {
  documentBytesReleased,
  documentContentRead,
  documentCreated,
  documentLeftUninspected,
  documentPurged,
  documentQuarantined,
  documentReleased,
  documentRestored,
  documentTrashed,
  documentUpdated,
  documentWasDisposed,
} from './events.ts';
export { cleanFileName, documentExtensions, extensionsOf, typedFileName } from './file-names.ts';
export { archiveDocumentFolder } from './folders/archive-document-folder.ts';
export { createDocumentFolder } from './folders/create-document-folder.ts';
export { folderCreated, folderRestored, folderUpdated, folderWasArchived } from './folders/events.ts';
export { type CountedFolder, type Folder, type FolderCounts, folderStates } from './folders/folder.ts';
export type { Breadcrumb, FolderFilter, FolderRepository, FolderTree } from './folders/ports.ts';
export { updateDocumentFolder } from './folders/update-document-folder.ts';
export { getDocument } from './get-document.ts';
export { getDocumentContent } from './get-document-content.ts';
export { inspectDocument } from './inspect-document.ts';
export { linkTermWords, requireLinkTerm, shortestLinkMinutes } from './link-term.ts';
export { listDocuments } from './list-documents.ts';
export { mailDocumentQuarantined } from './mail-document-quarantined.ts';
export { documentsMembership } from './membership-participation.ts';
export { placeRefusals } from './new-document.ts';
export { offers } from './offers.ts';
export type { ContentFlag, DocumentPage, PdfInspector } from './pdf-inspector.ts';
export {
  type BrowsingKey,
  type DocumentRepository,
  type DocumentSweep,
  type DocumentsPorts,
  type DocumentsPreparing,
  type DocumentsReacting,
  type DocumentVersionRepository,
  type DueDocument,
  type Duplicate,
  type ListedDocument,
  ports,
} from './ports.ts';
export { purgeDocument } from './purge-document.ts';
export { purgeDueDocuments } from './purge-due-documents.ts';
export { trashRefusals } from './put-away.ts';
export { rescanDocuments } from './rescan-documents.ts';
export { restoreDocument } from './restore-document.ts';
export { isShown, servedType } from './served-content.ts';
export { createDocumentShare } from './shares/create-document-share.ts';
export {
  type DocumentShare,
  type DocumentShareStatus,
  documentShareStates,
  type ShareRevokeReason,
  type ShareVariant,
  type ShareView,
} from './shares/document-share.ts';
export type { DocumentShareEnds } from './shares/document-share-ends.ts';
export { endDocumentShares } from './shares/end-document-shares.ts';
export {
  shareDownloadRequired,
  shareGrantExpired,
  shareNotFound,
  sharePasscodeIncorrect,
  sharePasscodeRequired,
  shareTooMany,
} from './shares/errors.ts';
export {
  shareCreated,
  shareExhausted,
  shareExpired,
  shareFirstViewed,
  shareMailDue,
  shareRevoked,
  shareViewed,
} from './shares/events.ts';
export { expireDocumentShares } from './shares/expire-document-shares.ts';
export { getDocumentShare } from './shares/get-document-share.ts';
export { getDocumentShareContent } from './shares/get-document-share-content.ts';
export { mailShareInvitation } from './shares/mail-share-invitation.ts';
export { mailShareViewed } from './shares/mail-share-viewed.ts';
export type {
  DocumentShareRepository,
  DocumentShareSweep,
  SeenShare,
  ShareOfToken,
} from './shares/ports.ts';
export { revokeDocumentShare } from './shares/revoke-document-share.ts';
export { DocumentShareView, SeenShareView } from './shares/views.ts';
export {
  fieldDateFormats,
  fieldDateModes,
  linkDeliveries,
  SealView,
  SignatureView,
  SignerView,
  SigningFieldView,
  SigningRoundView,
  sealLevels,
  sealStatuses,
  signatureMethods,
  signerRoles,
  signerStatuses,
  signerVerifications,
  signingFieldKinds,
  signingOrders,
  timestampStatuses,
  verificationStates,
} from './signature-views.ts';
export { type TakenContent, takenContent } from './taken-content.ts';
export { trashDocument } from './trash-document.ts';
export { updateDocument } from './update-document.ts';
export { uploadDocument } from './upload-document.ts';
export { type Viewer, viewerOf } from './viewer.ts';
export { DocumentFolderView, DocumentVersionView, DocumentView } from './views.ts';
