export { governanceClosure } from './closure-participation.ts';
export { recordSettingsChanged } from './events.ts';
export { getGovernanceOverview } from './overview/get-governance-overview.ts';
export { ports } from './ports.ts';
export type { RecordSettingsRepository } from './settings/ports.ts';
export { type RecordSettings, type SearchLanguage, usualSettings } from './settings/settings.ts';
export { updateRecordSettings } from './settings/update-record-settings.ts';
export { RecordSettingsView } from './settings/views.ts';
