export { governanceClosure } from './closure-participation.ts';
export { type Consent, type ConsentStatus, consentStates, statusAt } from './consents/consent.ts';
export { createRecordConsent } from './consents/create-consent.ts';
export {
  consentExpired,
  consentGranted,
  consentMailDue,
  consentRejected,
  consentRequested,
  consentRevoked,
} from './consents/events.ts';
export { getRecordConsent } from './consents/get-consent.ts';
export { listRecordConsents } from './consents/list-consents.ts';
export { mailConsent } from './consents/mail-consent.ts';
export { decidePortalConsent } from './consents/portal/decide-portal-consent.ts';
export { getPortal, PortalConsentRequestView } from './consents/portal/get-portal.ts';
export type {
  ConsentFilter,
  ConsentReceipt,
  ConsentRepository,
  ConsentSweep,
  DueConsent,
} from './consents/ports.ts';
export { revokeRecordConsent } from './consents/revoke-consent.ts';
export { expireConsents, remindConsents } from './consents/sweep-consents.ts';
export { ConsentView } from './consents/views.ts';
export {
  consentInvalidState,
  consentNotFound,
  portalAlreadyDecided,
  portalNotAPackageToken,
  portalStatementChanged,
  portalTokenInvalid,
  portalTokenRequired,
} from './errors.ts';
export { recordSettingsChanged } from './events.ts';
export { getGovernanceOverview } from './overview/get-governance-overview.ts';
export { ports } from './ports.ts';
export type { RecordSettingsRepository } from './settings/ports.ts';
export { type RecordSettings, type SearchLanguage, usualSettings } from './settings/settings.ts';
export { updateRecordSettings } from './settings/update-record-settings.ts';
export { RecordSettingsView } from './settings/views.ts';
