import type { S3Client } from '@aws-sdk/client-s3';
import type { records } from '@chancery/core';
import { type S3Target, s3TargetOf } from '../blobs/s3-target.ts';

const usualLockDays = 3650;
const day = 86_400_000;

/**
 * Objects `checkpoints/<ledger>/<size>.txt` in a bucket with object lock: until the lock ends nobody deletes or replaces them,
 * the account that wrote them included. `lockDays` in the query of the URL says for how long.
 */
export class S3CheckpointSink implements records.CheckpointSink {
  readonly #target: S3Target;
  readonly #lockDays: number;
  readonly #now: () => string;
  #client: Promise<S3Client> | null = null;

  constructor(url: string, now: () => string) {
    this.#target = s3TargetOf(url);
    this.#lockDays = Number(new URL(url).searchParams.get('lockDays') ?? usualLockDays);
    if (!Number.isInteger(this.#lockDays) || this.#lockDays < 1 || this.#lockDays > 36_500)
      throw new Error('lockDays of a checkpoint store is a number of days from 1 to 36500');
    this.#now = now;
  }

  async publish(ledgerId: string, size: number, note: string): Promise<void> {
    const { PutObjectCommand } = await import('@aws-sdk/client-s3');
    const client = await this.#opened();
    await client.send(
      new PutObjectCommand({
        Bucket: this.#target.bucket,
        Key: `checkpoints/${ledgerId}/${size}.txt`,
        Body: note,
        ContentType: 'text/plain; charset=utf-8',
        ObjectLockMode: 'COMPLIANCE',
        ObjectLockRetainUntilDate: new Date(Date.parse(this.#now()) + this.#lockDays * day),
      }),
    );
  }

  #opened(): Promise<S3Client> {
    const { bucket: _, ...target } = this.#target;
    this.#client ??= import('@aws-sdk/client-s3').then(({ S3Client }) => new S3Client(target));
    return this.#client;
  }

  close(): void {
    void this.#client?.then((client) => client.destroy());
  }
}
