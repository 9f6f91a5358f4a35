export { isScopeAccess } from './access.ts';
export { isInRange, isRange, unmapped } from './address.ts';
export { apiKeyPrefix, claimsToBeApiKey, newApiKeySecret } from './api-key-format.ts';
export { togetherKeyword } from './bounded-together.ts';
export {
  aesGcmOpened,
  aesGcmSealed,
  base64urlOf,
  equalInConstantTime,
  hexOf,
  hkdfSha256,
  hmacSha256,
  sha256,
  utf8,
} from './crypto.ts';
export { mostBytesOf } from './declaration.ts';
export { dailyLimitCodes } from './entitlements.ts';
export { exampleValues } from './example-values.ts';
export { inGerman } from './field-sentences.ts';
export {
  type FileAnswer,
  type FileForm,
  fileFormOf,
  type MadeFile,
  madeFile,
  type StoredFile,
  storedFile,
  storedOrMadeFile,
} from './file-answer.ts';
export { formerMember } from './former-member.ts';
export { groupBy } from './grouping.ts';
export { type HeaderField, headersOf } from './header-fields.ts';
export { addressesOfHosts } from './host-list.ts';
export { fileField, incomingFile, takesFile } from './incoming-file.ts';
export { INSTALLATION_LEDGER } from './ledger/chain.ts';
export {
  bytesOfHex,
  canonicalJson,
  encodePayload,
  parseStrictJson,
  projectionOf,
} from './ledger/index.ts';
export { machinesAmong } from './machine.ts';
export { spellingsOf } from './mail-address.ts';
export { plusMonths } from './months.ts';
export { remoteFailure } from './outbox.ts';
export { cursorOf, cursorParts } from './pages.ts';
export { declaredPermissions, permissionSentence, permissionsOfRoles } from './permission-words.ts';
export { foldEmail } from './shapes.ts';
export { contentInMemory } from './stored-content.ts';
export {
  instantOf,
  millisecondsOf,
  plusDays,
  plusMinutes,
  plusSeconds,
  secondsBetween,
} from './time.ts';
export { invalidField } from './validation.ts';
export { mostDeliveriesInFlight, webhookDeliverTopic } from './webhook-events.ts';
export { jsonOf, type RowOf, type View, writtenFieldsOf } from './written-rows.ts';
