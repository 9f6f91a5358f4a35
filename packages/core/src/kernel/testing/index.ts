export { blobStoreContract, type OpenBlobStore } from './blob-store.contract.ts';
export {
  type BoundGrowthOptions,
  type GrowthOptions,
  growth,
  leastGrowth,
  mostLinearPower,
  type Reading,
  steepest,
} from './growth.ts';
export { keyVaultContract, type OpenKeyVault } from './key-vault.contract.ts';
export { leastAttempt, processorTimeOf } from './least-attempt.ts';
export { type OpenQueue, queueContract } from './queue.contract.ts';
export { recordCipherContract } from './record-cipher.contract.ts';
export { textOfFile } from './text-of-file.ts';
export { zonesOf2026a } from './zones-of-2026a.ts';
