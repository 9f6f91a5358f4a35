import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock, MailMessage, MailSender } from '@chancery/core';
import { replaceFile } from '../file-replacement.ts';
import { mailStructure } from './mail-structure.ts';
import { parseMail, partOf } from './parsed-mail.ts';

/**
 * Writes each message as `<time>-<hash of its id>.eml` into a folder, for people without a mail server and for tests.
 * A repeat of a message replaces its file and keeps its place in the order.
 */
export class SpoolMailSender implements MailSender {
  readonly #folder: string;
  readonly #clock: Clock;
  #composer: ReturnType<typeof openComposer> | null = null;
  #last: Promise<void> = Promise.resolve();

  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  send(message: MailMessage): Promise<void> {
    // Messages are written one after the other, because two simultaneous sends of one message would each miss the other's file.
    const sent = this.#last.then(() => this.#write(message));
    this.#last = sent.catch(() => undefined);
    return sent;
  }

  async #write(message: MailMessage): Promise<void> {
    const now = this.#clock.now();
    this.#composer ??= openComposer();
    const { message: raw } = await (await this.#composer).sendMail(mailStructure(message, new Date(now)));
    const suffix = `-${createHash('sha256').update(message.messageId).digest('hex').slice(0, 24)}.eml`;

    await mkdir(this.#folder, { recursive: true });
    const earlier = (await readdir(this.#folder)).find(
      (name) => !name.startsWith('.') && name.endsWith(suffix),
    );
    // With `buffer: true` nodemailer returns a buffer, which its type does not say.
    await replaceFile(join(this.#folder, earlier ?? now.replaceAll(':', '') + suffix), raw as Buffer);
  }
}

/** The library is loaded with the first mail, because a process starts sooner without it. */
async function openComposer() {
  const { createTransport } = await import('nodemailer');
  return createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
}

export interface SpooledMail {
  readonly id: string;
  /** The address as in the header: `Name <address>`, or the address alone. */
  readonly to: string;
  readonly subject: string;
  readonly date: string;
  readonly text: string;
  readonly html: string;
  readonly calendar: string | null;
}

/** The messages of a spool, oldest first; a folder that does not exist yet has none. */
export async function readSpool(folder: string): Promise<readonly SpooledMail[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const files = names.filter((name) => name.endsWith('.eml') && !name.startsWith('.')).sort();
  return Promise.all(files.map(async (name) => spooledMail(await readFile(join(folder, name)))));
}

function spooledMail(raw: Uint8Array): SpooledMail {
  const mail = parseMail(raw);
  const header = (name: string) => mail.headers.get(name) ?? '';
  const content = (type: string) => partOf(mail, type)?.content.toString('utf8') ?? null;
  return {
    id: header('message-id').replace(/^<|>$/g, ''),
    to: header('to'),
    subject: header('subject'),
    date: new Date(header('date')).toISOString(),
    text: content('text/plain') ?? '',
    html: content('text/html') ?? '',
    calendar: content('text/calendar'),
  };
}
