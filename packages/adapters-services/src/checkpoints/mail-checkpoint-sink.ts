import { createHash } from 'node:crypto';
import type { MailSender, records } from '@chancery/core';

/** Mails each checkpoint to people who keep it: the mailbox of an auditor is a place that nobody here can rewrite. */
export class MailCheckpointSink implements records.CheckpointSink {
  readonly #addresses: readonly string[];
  readonly #from: string;
  readonly #mail: MailSender;

  /** `mailto:` with addresses, separated by commas. */
  constructor(url: string, from: string, mail: MailSender) {
    this.#addresses = decodeURIComponent(new URL(url).pathname)
      .split(',')
      .map((address) => address.trim());
    this.#from = from;
    this.#mail = mail;
  }

  async publish(ledgerId: string, size: number, note: string): Promise<void> {
    for (const address of this.#addresses) {
      const key = createHash('sha256').update(`${address}\n${note}`).digest('hex').slice(0, 32);
      await this.#mail.send({
        messageId: `checkpoint-${key}@chancery`,
        from: this.#from,
        to: { address, name: null },
        subject: `Checkpoint ${size} of ${ledgerId}`,
        text: `Keep this checkpoint of the audit ledger. It finds a history that is rewritten later:\nchancery audit verify <export> --checkpoint <this note>\n\n${note}`,
        html: `<p>Keep this checkpoint of the audit ledger. It finds a history that is rewritten later.</p><pre>${escaped(note)}</pre>`,
      });
    }
  }
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
