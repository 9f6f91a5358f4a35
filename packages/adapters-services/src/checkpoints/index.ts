export { DiskCheckpointSink } from './disk-checkpoint-sink.ts';
export { KeyRingCheckpointSigner } from './key-ring-checkpoint-signer.ts';
export { MailCheckpointSink } from './mail-checkpoint-sink.ts';
export { S3CheckpointSink } from './s3-checkpoint-sink.ts';
