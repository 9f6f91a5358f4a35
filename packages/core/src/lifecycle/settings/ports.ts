import type { LifecycleSettings } from './settings.ts';

/** What the workspace decided about dates and documents. */
export interface LifecycleSettingsRepository {
  /** The settings, or those that every workspace begins with. With a lock, whoever changes them next waits for this transaction. */
  get(lock?: 'for update'): Promise<LifecycleSettings>;
  /** Stores them as the version after `settings.version`; the caller has read them with the lock. */
  save(settings: LifecycleSettings): Promise<LifecycleSettings>;
  /** Removes them, for the closure of the workspace. */
  purge(): Promise<void>;
}
