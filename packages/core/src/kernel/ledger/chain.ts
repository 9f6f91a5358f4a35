import {
  detailDigest as detailHashing,
  hashedNow,
  type LedgerReport,
  type LedgerVerification,
  verifyLedger as verifyWith,
} from '@chancery/verify';
import { sha256 } from '../crypto.ts';

/** The ledger of what happens outside any workspace. */
export const INSTALLATION_LEDGER = 'installation';

/** What the chain holds of a detail: without the 32-byte salt nobody can test a guess against it. */
export const detailDigest = (salt: Uint8Array, detail: unknown): Uint8Array =>
  hashedNow(detailHashing(salt, detail), sha256);

/** Walks the rows from their anchor and says where they first stop being what was appended. */
export const verifyLedger = (input: LedgerVerification): Promise<LedgerReport> => verifyWith(input, sha256);
