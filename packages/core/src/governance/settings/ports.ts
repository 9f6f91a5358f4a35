import type { RecordSettings } from './settings.ts';

/** What the workspace decided about its records. */
export interface RecordSettingsRepository {
  /** The settings, or those that every workspace begins with. With a lock, whoever changes them next waits for this transaction. */
  get(lock?: 'for update'): Promise<RecordSettings>;
  /** Stores them as the version after `settings.version`; the caller has read them with the lock. */
  save(settings: RecordSettings): Promise<RecordSettings>;
  /** Removes them, for the closure of the workspace. */
  purge(): Promise<void>;
}
