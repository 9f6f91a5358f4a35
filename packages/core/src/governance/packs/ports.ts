import type { Instant } from '../../kernel/time.ts';
import type { OwnPack } from './pack.ts';

/** Which pack a workspace has adopted, and what it says if the workspace has made it. */
export interface AdoptedPack {
  readonly code: string;
  /** Null: one of those that Chancery brings along. */
  readonly own: OwnPack | null;
}

/** The packs that the workspace of the transaction has made, and the one that it has adopted. */
export interface IndustryPackRepository {
  /** Whoever makes or adopts a pack next waits for the end of the transaction. */
  lock(): Promise<void>;
  /** All that the workspace has made, by code. */
  list(): Promise<readonly OwnPack[]>;
  add(pack: OwnPack): Promise<void>;
  /** Null if the workspace has adopted none. */
  adopted(): Promise<AdoptedPack | null>;
  adopt(code: string, byUserId: string, at: Instant): Promise<void>;
  /** Removes all, for the closure of the workspace. */
  purge(): Promise<void>;
}
