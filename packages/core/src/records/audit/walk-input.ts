import type { KeyVault } from '../../kernel/key-vault.ts';
import type { KeyRing } from '../../kernel/ports.ts';
import type { RecordsPorts } from '../ports.ts';

export type WalkedStores = Pick<RecordsPorts, 'auditTrail' | 'auditTiles' | 'checkpointLog' | 'recordKeys'>;

export interface LedgerWalkInput {
  readonly ledgerId: string;
  readonly fromSeq: number;
  /** Null: to the head. */
  readonly toSeq: number | null;
  readonly details: boolean;
  readonly keyRing: Pick<KeyRing, 'open'>;
  readonly keyVault: KeyVault;
  /** Each part is read in a unit of its own, so that others have their turn in between (REC-78). */
  readonly unit: <T>(work: (stored: WalkedStores) => Promise<T>) => Promise<T>;
  /** Asked before each part; false ends the walk there. */
  readonly goesOn: () => boolean;
}
