import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { records } from '@chancery/core';
import { replaceFile } from '../file-replacement.ts';

/** Files `<folder>/<ledger>/<size>.txt`: what an operator backs up elsewhere, or an auditor fetches. */
export class DiskCheckpointSink implements records.CheckpointSink {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async publish(ledgerId: string, size: number, note: string): Promise<void> {
    const folder = join(this.#folder, ledgerId);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await replaceFile(join(folder, `${size}.txt`), note);
  }
}
