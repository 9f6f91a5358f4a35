import type { PlainDate } from '../../kernel/time.ts';
import type { LifecycleSettings, Weekday } from './settings.ts';

/** What the workspace decided about dates and documents. */
export interface LifecycleSettingsRepository {
  /** The settings, or those that every workspace begins with. With a lock, whoever changes them next waits for this transaction. */
  get(lock?: 'for update'): Promise<LifecycleSettings>;
  /** Stores them as the version after `settings.version`; the caller has read them with the lock. */
  save(settings: LifecycleSettings): Promise<LifecycleSettings>;
  /** Notes that the digest of this local day is made; false if that was noted before. The settings stay the version that they are. */
  noteDigest(day: PlainDate): Promise<boolean>;
  /** Removes them, for the closure of the workspace. */
  purge(): Promise<void>;
}

/** Answers the sweep across all workspaces. */
export interface DigestSweep {
  /** Workspaces whose digest is due on one of these weekdays and was not made since that day, after this one. */
  due(
    days: readonly Weekday[],
    before: PlainDate,
    after: string | null,
    limit: number,
  ): Promise<readonly { readonly workspaceId: string }[]>;
}
