import type { Instant } from '../../kernel/time.ts';

/** The tz data that the whole installation uses. It belongs to no workspace and needs the role `identity`. */
export interface TimeZoneState {
  /** Null until a server has started for the first time. */
  get(): Promise<{
    readonly version: string;
    /** The text of the file if one was loaded; null if the data came with the product. */
    readonly data: string | null;
  } | null>;
  /** Takes the release if it is the first, or newer than the one in use; otherwise returns false. */
  take(release: { readonly version: string; readonly data: string | null }, at: Instant): Promise<boolean>;
}
