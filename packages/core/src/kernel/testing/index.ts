export { blobStoreContract, type OpenBlobStore } from './blob-store.contract.ts';
export {
  type GrowthOptions,
  growth,
  leastGrowth,
  mostLinearPower,
  type Reading,
  steepest,
} from './growth.ts';
export { type OpenQueue, queueContract } from './queue.contract.ts';
export { textOfFile } from './text-of-file.ts';
