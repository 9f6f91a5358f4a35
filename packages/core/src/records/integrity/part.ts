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

export const nextAfter = (rows: readonly { readonly id: string }[], most: number): string | null =>
  rows.length < most ? null : (rows.at(-1)?.id ?? null);
