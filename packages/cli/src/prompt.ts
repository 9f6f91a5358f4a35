import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { UsageError } from './exit-codes.ts';
import type { Asking } from './surroundings.ts';

/** Asks at the terminal. What is typed to a hidden question is not shown. */
export async function ask(question: string, { hidden = false, instead }: Asking = {}): Promise<string> {
  if (!process.stdin.isTTY) {
    const wanted = question.replace(/: $/, '');
    throw new UsageError(`There is no terminal to ask for "${wanted}".`, instead ? `Give ${instead}.` : null);
  }
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const output = hidden ? silent : process.stderr;
  const reader = createInterface({ input: process.stdin, output, terminal: true });
  const interrupted = new AbortController();
  reader.on('SIGINT', () => interrupted.abort());
  try {
    if (hidden) process.stderr.write(question);
    return await reader.question(hidden ? '' : question, { signal: interrupted.signal });
  } catch {
    throw new UsageError('Nothing was entered.');
  } finally {
    if (hidden) process.stderr.write('\n');
    reader.close();
  }
}
