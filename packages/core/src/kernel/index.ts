export {
  type AuditAccessBasis,
  type AuditActorKind,
  type AuditFact,
  type AuditOutcome,
  type AuditPayload,
  type AuditProjection,
  type JsonRefusal,
  JsonRefused,
  type LedgerFaultReason,
  type LedgerHead,
  type LedgerReport,
  type LedgerRow,
  type LedgerVerification,
  type OpenedDetail,
  type PinnedCheckpoint,
} from '@chancery/verify';
export {
  type Access,
  accessTokenRequired,
  addressNotAllowed,
  apiKeyRequired,
  apiKeysDisabled,
  authRequired,
  emailUnverified,
  keyExpired,
  keyMalformed,
  keyRevoked,
  keyUnknown,
  memberNotFound,
  memberSelf,
  memberSuspended,
  noActiveWorkspace,
  type Role,
  reauthenticationRequired,
  roles,
  type Scope,
  type SignInMethod,
  scopeMissing,
  scopes,
  secondFactorRequired,
  sessionRevoked,
  sessionTooOld,
  signInMethodNotAllowed,
  signInMethods,
  tokenExpired,
  tokenInvalid,
  tokenRevoked,
  workspaceNotActive,
  workspaceSecondFactorRequired,
} from './access.ts';
export type { NewApiKeySecret } from './api-key-format.ts';
export {
  type Bound,
  type ContextPorts,
  contextPorts,
  type Intersection,
  type Offer,
  offer,
  type Part,
  type Port,
  type PortSet,
  type PortsInside,
  type PortsOutside,
  port,
} from './context-ports.ts';
export type { ApiKeyRow, CredentialRow, SessionRow, Standing } from './credentials.ts';
export { systemRandom } from './crypto.ts';
export type { DatabaseRole } from './database-role.ts';
export type {
  BytesBody,
  Declaration,
  Denial,
  EndpointThrottle,
  KeyedThrottle,
  Rate,
  Refusal,
  Throttled,
  UseCase,
} from './declaration.ts';
export type { DenialRegister, Denied } from './denials.ts';
export type { EgressAnswer, EgressClient, EgressOutcome, EgressPolicy, EgressRefusal } from './egress.ts';
export {
  type BillingInterval,
  type Counting,
  type EntitlementOverride,
  type Entitlements,
  type FeatureCode,
  featureCodes,
  type LimitCode,
  limitCodes,
  type Plan,
  type PlanCatalog,
  type PlanEntitlements,
  type PlanPrice,
  type PlanTerms,
  type Usage,
  type UsageCounters,
  type WorkspacePlan,
  type WorkspacePlans,
} from './entitlements.ts';
export {
  dependencyUnavailable,
  Failure,
  type FailureContext,
  type FailureDetail,
  type FailureKind,
  type FailureType,
  failure,
  idempotencyInFlight,
  idempotencyKeyReused,
  isFailure,
  malformedJson,
  mediaTypeNotSupported,
  methodNotAllowed,
  permissionDenied,
  planFeatureNotIncluded,
  planLimitReached,
  rangeNotSatisfiable,
  rateLimited,
  requestInvalid,
  requestTooLarge,
  routeNotFound,
  unexpectedFailure,
  versionConflict,
} from './errors.ts';
export {
  type AccessUsed,
  type Emitted,
  type EventTarget,
  type EventType,
  event,
  type LedgerEntry,
} from './events.ts';
export type { CallerSession, Presented } from './gates.ts';
export type { HandlerContext, PreparingContext, WritingContext } from './handler-context.ts';
export { headerField } from './header-fields.ts';
export type { IdempotencyStore, StoredOutcome } from './idempotency.ts';
export { systemIds } from './ids.ts';
export type {
  BodyInParts,
  GivenFile,
  IncomingFiles,
  PartLimits,
  ReceivedFile,
} from './incoming-file.ts';
export { type KeyVault, KeyVaultAway, type OpenedKey } from './key-vault.ts';
export type { AuditLedger, LedgerAppend, LedgerVerdict, SealedDetail } from './ledger/audit-ledger.ts';
export { verifyLedger } from './ledger/chain.ts';
export { PayloadTooLarge } from './ledger/payload.ts';
export { type LinkGoneReason, linkGone, linkNotFound } from './links.ts';
export { type ActionOf, type Machine, machine } from './machine.ts';
export type { Aggregate } from './outbox.ts';
export {
  type ClaimedJob,
  type HeldJob,
  type JobError,
  type JobPolicy,
  type JobStore,
  type JobSubjects,
  type NewJob,
  PermanentJobError,
  RemoteBusy,
  RetryLater,
  type TopicLeases,
} from './outbox.ts';
export { accountMailQueue, mailBudgetUsed, type OutsideMailCounters } from './outside-mail.ts';
export type { CursorKey, CursorPart } from './pages.ts';
export {
  type AccessClaims,
  type BlobInfo,
  type BlobPieces,
  type BlobStore,
  type ByteRange,
  type ByteSource,
  beginningBytes,
  type Clock,
  type ContentScanner,
  type DependencyStatus,
  type DetectedType,
  type GrowingHash,
  type HealthProbe,
  type IdGenerator,
  type KeyRing,
  type LinkTokens,
  type Log,
  type Mailbox,
  type MailMessage,
  MailRefused,
  type MailSender,
  type PasswordHasher,
  type PhoneNumbers,
  type Queue,
  type Random,
  type SealingKey,
  type SigningAlgorithm,
  type SigningKeyStore,
  type SmsSender,
  type StoredSigningKey,
  type Throttle,
  type ThrottleAnswer,
  type TimeZoneRules,
  type TokenSigner,
  type TypeDetector,
} from './ports.ts';
export type {
  Caller,
  CallerWorkspace,
  KeyPrincipal,
  Principal,
  PublicPrincipal,
  UserPrincipal,
  WorkspaceGateSettings,
} from './principal.ts';
export type { FollowUpContext, LedgerReading, ReactingBase, ReactingContext } from './reacting-context.ts';
export type { KnownReaction, Reaction, ScheduledTopic } from './reaction.ts';
export { aesRecordCipher, type RecordCipher } from './record-cipher.ts';
export type { RateAnswer, RateLimit, RequestRates } from './request-rates.ts';
export { defaultSettings, type Settings } from './settings.ts';
export {
  date,
  email,
  id,
  instant,
  locale,
  multiline,
  shown,
  text,
  timeZone,
  userId,
  version,
  workspaceId,
} from './shapes.ts';
export type {
  Asker,
  StandingsOfRoles,
  ThingPermission,
  ThingPermissions,
} from './thing-permission.ts';
export type { Instant, PlainDate, WallTime } from './time.ts';
export {
  momentTimeZoneRules,
  type ReplaceableTimeZoneRules,
  readTimeZoneData,
  type TimeZoneData,
} from './time-zones.ts';
export { useCasesOf } from './use-case.ts';
export {
  type NewWebhookDelivery,
  type WebhookBody,
  type WebhookContext,
  type WebhookData,
  type WebhookEntry,
  type WebhookNotice,
  type WebhookOutbox,
  type WebhookTarget,
  webhookTypes,
} from './webhook-events.ts';
export { WrittenRows } from './written-rows.ts';
