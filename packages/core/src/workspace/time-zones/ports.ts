import type { Instant } from '../../kernel/time.ts';

/** The tz data that the whole installation uses; no tenant, in the role `identity`. */
export interface TimeZoneState {
  /** Null until a server has started for the first time. */
  get(): Promise<{
    readonly version: string;
    /** The text of the file where it was loaded; null where it came with the product. */
    readonly data: string | null;
  } | null>;
  /** Takes the release where it is newer than the one in use, or the first; false where it is not. */
  take(release: { readonly version: string; readonly data: string | null }, at: Instant): Promise<boolean>;
}
