import type { FailureType } from '../kernel/errors.ts';

/** What types and policies of a workspace have in common: each that is not archived has another name. */
export interface NamedThings {
  /** Whoever adds, renames or restores one next waits for the end of the transaction (LIF-23). */
  lockNames(): Promise<void>;
  /** How many are not archived. */
  liveCount(): Promise<number>;
  /** Whether another one that is not archived has this name, whatever its letter case. */
  isNamed(name: string, exceptId: string | null): Promise<boolean>;
}

interface Wanted {
  readonly name: string;
  /** Null of a new one. */
  readonly id: string | null;
  /** It is one more of those that are not archived. */
  readonly isMore: boolean;
}

interface Bound {
  readonly most: number;
  readonly tooMany: FailureType;
  readonly duplicate: FailureType;
}

/** Passes if one may have this name, and not be archived, beside all others (LIF-23, LIF-29). */
export async function requireRoom(
  { name, id, isMore }: Wanted,
  things: NamedThings,
  { most, tooMany, duplicate }: Bound,
): Promise<void> {
  await things.lockNames();
  if (isMore && (await things.liveCount()) >= most) throw tooMany();
  if (await things.isNamed(name, id)) throw duplicate();
}
