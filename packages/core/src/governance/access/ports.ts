import type { Duty } from '../../records/index.ts';
import type { MemberAccess } from './member-access.ts';

/** What the members of the workspace of the transaction are cleared for. */
export interface MemberAccessRepository {
  /** What was decided of a member; the usual if nothing was. With a lock, whoever changes it waits for the end of the transaction. */
  get(userId: string, lock?: 'for update'): Promise<MemberAccess>;
  /** Those of whom something was decided and who are members still, by the id of the person; `limit + 1` rows. */
  list(after: string | null, userId: string | null, limit: number): Promise<readonly MemberAccess[]>;
  /** Stores it as the version after `access.version`; the caller has read it with the lock. */
  save(access: MemberAccess): Promise<MemberAccess>;
  /** The active members, with active accounts, who have one of these duties. */
  holders(
    duties: readonly Duty[],
  ): Promise<readonly { readonly userId: string; readonly duties: readonly Duty[] }[]>;
  /** A person has left: what was decided of them is removed. */
  forget(userId: string): Promise<void>;
}
