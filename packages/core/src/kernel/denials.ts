import type { AuditPayload } from './ledger/index.ts';
import type { Instant } from './time.ts';

/** Who was refused, and about which thing. */
export interface Denied {
  readonly actor: Pick<AuditPayload['actor'], 'kind' | 'id'>;
  readonly target: Pick<AuditPayload['target'], 'kind' | 'id'>;
}

/** Keeps the ledger to one denial per actor, target and minute, whatever the number of processes (REC-7). */
export interface DenialRegister {
  /**
   * Whether this is the first in the minute of `at`. It is noted with the transaction: one that is rolled back leaves the
   * next to be the first. Throws if the transaction has entered no workspace.
   */
  isFirst(denied: Denied, at: Instant): Promise<boolean>;
}
