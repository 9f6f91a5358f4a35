import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, Instant, SmsSender } from '@chancery/core';
import { replaceFile } from '../file-replacement.ts';

export interface SpooledSms {
  readonly key: string;
  readonly to: string;
  readonly text: string;
  readonly at: Instant;
}

/** Writes each message as a JSON file into a folder; a repeat of a key replaces its file. */
export class SpoolSmsSender implements SmsSender {
  readonly #folder: string;
  readonly #clock: Clock;

  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  async send({
    key,
    to,
    text,
  }: {
    readonly key: string;
    readonly to: string;
    readonly text: string;
  }): Promise<void> {
    const sms: SpooledSms = { key, to, text, at: this.#clock.now() };
    await mkdir(this.#folder, { recursive: true });
    // The key is hashed, because it may contain what a file name must not.
    const name = `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.json`;
    await replaceFile(join(this.#folder, name), `${JSON.stringify(sms, null, 2)}\n`);
  }
}

/** The messages of a spool, oldest first; a folder that does not exist yet has none. */
export async function readSmsSpool(folder: string): Promise<readonly SpooledSms[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith('.json'));
  const messages = await Promise.all(
    // Only `SpoolSmsSender` writes these files.
    files.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as SpooledSms),
  );
  return messages.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
