import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { ContentScanner } from '@chancery/core';

const longestSilenceMs = 30_000;
/** The size of a piece; clamd accepts any length, and pieces of the store's own length need no copy. */
const lengthOf = (part: Uint8Array) => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(part.byteLength);
  return length;
};

/** Scans by clamd over TCP, `tcp://host:3310`: it sends the command INSTREAM, and clamd answers with one line. */
export class ClamdScanner implements ContentScanner {
  readonly #host: string;
  readonly #port: number;

  constructor(url: string) {
    const { protocol, hostname, port } = new URL(url);
    if (protocol !== 'tcp:' || hostname === '') throw new Error('A scanner url has the form tcp://host:3310');
    this.#host = hostname.replace(/^\[|\]$/g, '');
    this.#port = Number(port || 3310);
  }

  /** The result is `skipped` also if clamd refuses a stream that is longer than its own limit. Errors of reading are thrown. */
  async scan(content: AsyncIterable<Uint8Array>): Promise<'clean' | 'infected' | 'skipped'> {
    const answer = await this.#ask('zINSTREAM\0', content).catch((error: unknown) => {
      if (error instanceof ClamdAway) return '';
      throw error;
    });
    if (/ FOUND$/.test(answer)) return 'infected';
    return / OK$/.test(answer) ? 'clean' : 'skipped';
  }

  async probe(): Promise<void> {
    if ((await this.#ask('zPING\0')) !== 'PONG') throw new ClamdAway('clamd does not answer');
  }

  async #ask(command: string, content?: AsyncIterable<Uint8Array>): Promise<string> {
    const socket = connect(this.#port, this.#host).setTimeout(longestSilenceMs);
    socket.once('timeout', () => socket.destroy(new Error('clamd is silent')));
    const answer = lineOf(socket);
    let isOver = false;
    const over = () => {
      isOver = true;
    };
    answer.then(over, over);
    try {
      await Promise.race([once(socket, 'connect'), answer]);
      await write(socket, Buffer.from(command), answer);
      for await (const part of content ?? []) {
        if (part.byteLength === 0) continue;
        await write(socket, lengthOf(part), answer);
        await write(socket, part, answer);
        if (isOver) break; // clamd has answered already
      }
      if (content !== undefined && !isOver) await write(socket, Buffer.alloc(4), answer);
      return await answer;
    } finally {
      socket.destroy();
    }
  }
}

class ClamdAway extends Error {}

/** The one line that clamd answers, without its end. */
function lineOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    // clamd ends its line with a NUL, and may do so before it has read everything.
    socket.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      if (text.includes('\0')) resolve(text.replace(/\0.*$/s, ''));
    });
    socket.once('error', (cause) => reject(new ClamdAway('clamd is away', { cause })));
    socket.once('close', () => reject(new ClamdAway('clamd hung up')));
  });
}

/** Waits until the socket is writable, or until clamd has answered. */
async function write(socket: Socket, bytes: Uint8Array, answer: Promise<string>): Promise<void> {
  if (socket.destroyed) {
    await answer;
    return;
  }
  if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), answer]);
}
