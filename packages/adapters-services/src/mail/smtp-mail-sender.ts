import { type Clock, type MailMessage, MailRefused, type MailSender } from '@chancery/core';
import { mailStructure } from './mail-structure.ts';

/**
 * As many as a process hands mails on at once: five of the lane of identity, and five of all others. With fewer, a mail that
 * resets a password would wait for whatever mails are under way at a slow server.
 */
const maxConnections = 10;

/** The answers that concern this message. A refused login (535) is also 5xx, but the operator can repair it. */
const messageFaults: readonly unknown[] = ['EENVELOPE', 'EMESSAGE'];

/**
 * Sends through one SMTP server with a pool of connections. The url is `smtp://user:password@host:port` (STARTTLS where
 * the server offers it; `?requireTLS=true` insists) or `smtps://…`.
 */
export class SmtpMailSender implements MailSender {
  readonly #url: string;
  readonly #clock: Clock;
  #opened: ReturnType<typeof openTransport> | null = null;

  constructor(url: string, clock: Clock) {
    this.#url = url;
    this.#clock = clock;
  }

  async send(message: MailMessage): Promise<void> {
    const structure = mailStructure(message, new Date(this.#clock.now()));
    const transport = await this.#transport();
    try {
      await transport.sendMail(structure);
    } catch (error) {
      const { code, responseCode } = error as { code?: unknown; responseCode?: unknown }; // what nodemailer adds
      const isFinal = typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600;
      if (isFinal && messageFaults.includes(code)) {
        throw new MailRefused(`The mail server refused with ${responseCode}.`, { cause: error });
      }
      throw error;
    }
  }

  /** Connects and logs in; throws if the server is unavailable or refuses us. */
  async probe(): Promise<void> {
    await (await this.#transport()).verify();
  }

  /** Closes the idle connections. */
  close(): void {
    void this.#opened?.then((transport) => transport.close());
  }

  #transport() {
    this.#opened ??= openTransport(this.#url);
    return this.#opened;
  }
}

/** The library is loaded with the first mail, because a process starts sooner without it. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections,
    maxMessages: 100,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    dnsTimeout: 10_000,
  });
}
