import {
  type ByteSource,
  type PdfSealer,
  type SealedPdf,
  SealFailure,
  type SealOrder,
  type SealReport,
  type SealTrust,
} from '@chancery/core';
import { contentInMemory } from '@chancery/core/internal';
import type { EnginePool } from '../pool/engine-pool.ts';
import type { SealStatement } from './seal-placeholder.ts';
import { reportOf } from './seal-report.ts';
import { preparedRoom, sha256Around, writeSignature } from './seal-room.ts';
import { SealTasks } from './seal-tasks.ts';
import { signedDigest } from './sealing-cms.ts';
import { type RequestedStamp, requestedStamp } from './sealing-timestamp.ts';
import { selfCheckFault } from './self-check.ts';

const mostContentsBytes = 1024 * 1024;

/**
 * Seals PDFs, and checks seals. What reads a file runs in the processes of the pool; what uses a key does not, so that no
 * key is in the same process as the file of a stranger.
 */
export class PooledPdfSealer implements PdfSealer {
  readonly #tasks: SealTasks;

  constructor(pool: EnginePool) {
    this.#tasks = new SealTasks(pool);
  }

  async seal<Made = undefined>(
    prepared: Uint8Array,
    order: SealOrder,
    meanwhile?: (unchecked: Uint8Array) => Promise<Made>,
  ): Promise<SealedPdf & { readonly made: Made }> {
    const { key, now, expected } = order;
    if (key.validFrom > now || key.validUntil <= now) throw new SealFailure('seal.certificate_expired');
    const { file, stamp } = await this.#signed(prepared, order);

    const roots = key.chain.slice(-1);
    const [checked, made] = await Promise.all([
      this.#tasks.check(contentInMemory(file), { roots, readsPages: false, now }),
      meanwhile?.(file) as Promise<Made>, // without it, nothing is what is made
    ]);
    const hasTimestamp = stamp.token !== null;
    const fault = selfCheckFault(checked, { ...expected, fingerprint: key.fingerprint, hasTimestamp });
    if (fault !== null) throw new SealFailure('seal.self_check_failed', fault);
    return { bytes: file, level: hasTimestamp ? 'B-T' : 'B-B', timestamp: stamp.timestamp, made };
  }

  /**
   * Gives a file a placeholder as it is, so that an operator can try how files of any maker are sealed. Null of a file
   * that cannot be read.
   */
  prepare(
    content: ByteSource,
    statement: SealStatement,
  ): Promise<{ readonly bytes: Uint8Array; readonly pages: number } | null> {
    return this.#tasks.prepare(content, { ...statement, contentsBytes: 16_384 });
  }

  async verify(content: ByteSource, trust: SealTrust): Promise<SealReport> {
    const { roots, now } = trust;
    return reportOf(await this.#tasks.check(content, { roots, readsPages: true, now }), trust);
  }

  /** The file with its signature. One that needs more room than the placeholder has is made again in a larger one. */
  async #signed(
    prepared: Uint8Array,
    order: SealOrder,
  ): Promise<{ readonly file: Buffer; readonly stamp: RequestedStamp }> {
    const file = Buffer.from(prepared);
    const room = preparedRoom(file);
    if (room === null)
      throw new SealFailure('seal.self_check_failed', 'The prepared file has no placeholder.');
    const signature = await signedDigest(await sha256Around(file, room), order.key);
    const stamp = await requestedStamp(signature.digest, order.timestamps);
    const message = signature.encoded(stamp.token);
    if (message.length > room.bytes) {
      const contentsBytes = widerRoom(room.bytes, message.length);
      return this.#signed(await this.#tasks.widen(contentInMemory(prepared), contentsBytes), order);
    }
    writeSignature(file, room, message);
    return { file, stamp };
  }
}

function widerRoom(bytes: number, needed: number): number {
  let contentsBytes = Math.max(bytes, 1) * 2;
  while (contentsBytes < needed) contentsBytes *= 2;
  if (contentsBytes > mostContentsBytes)
    throw new SealFailure(
      'seal.self_check_failed',
      `The signature has ${needed} bytes, more than a seal may have.`,
    );
  return contentsBytes;
}
