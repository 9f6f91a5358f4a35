export { isWitnessKey } from './audit/cosignatures.ts';
export { eraseDetails } from './audit/erase-details.ts';
export { type ErasureReason, erasureReasons } from './audit/events.ts';
export { issueCheckpoint } from './audit/issue-checkpoint.ts';
export { rotateLogKey } from './audit/rotate-log-key.ts';
export * from './index.ts';
