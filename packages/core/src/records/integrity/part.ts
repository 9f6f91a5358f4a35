import type { KeyVault } from '../../kernel/key-vault.ts';
import type { BlobStore, KeyRing } from '../../kernel/ports.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { RecordCipher } from '../../kernel/record-cipher.ts';
import type { Instant } from '../../kernel/time.ts';
import type { RecordsPorts } from '../ports.ts';
import type { IntegrityCheck, IntegrityCounts, IntegrityFault } from './check.ts';

export type Inside = RecordsPorts & Pick<FollowUpContext, 'now' | 'emit' | 'timeZones'>;

/** With what a check is performed, in a request or in a job. */
export interface Performing {
  readonly workspaceId: string;
  readonly now: Instant;
  readonly keyRing: Pick<KeyRing, 'open'>;
  readonly keyVault: KeyVault;
  readonly blobs: Pick<BlobStore, 'get' | 'head'>;
  readonly recordCipher: RecordCipher;
  readonly transact: <T>(work: (context: Inside) => Promise<T>) => Promise<T>;
}

/** What was found in one part of what a check looks at. */
export interface CheckedPart {
  /** Behind what the next part begins; null if nothing of the scope is left. */
  readonly after: string | null;
  readonly checked: Partial<IntegrityCounts>;
  readonly unchecked?: Partial<IntegrityCounts>;
  readonly faults: readonly IntegrityFault[];
  readonly verification?: IntegrityCheck['verification'];
  /** What is written down with it, in the same transaction. */
  readonly conclude?: (work: Inside) => Promise<void>;
}

export type PartOf = (
  check: IntegrityCheck,
  after: string | null,
  performing: Performing,
) => Promise<CheckedPart>;

/** Where a page of rows ended that are in the order of two ids; null if it was the last one. */
export function pairAfter<T>(
  rows: readonly T[],
  most: number,
  idsOf: (row: T) => readonly [string, string],
): string | null {
  const last = rows.at(-1);
  return rows.length < most || last === undefined ? null : idsOf(last).join(' ');
}

export function pairOf(after: string | null): readonly [string, string] | null {
  const [first, second] = after?.split(' ') ?? [];
  return first === undefined || second === undefined ? null : [first, second];
}
