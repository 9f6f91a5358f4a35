export { blobStoreContract, type OpenBlobStore } from './blob-store.contract.ts';
export { type OpenQueue, queueContract } from './queue.contract.ts';
