import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { complain } from './command-answer.ts';

/** Puts a question to whoever is at the terminal; null if nobody is. */
export type Ask = ((question: string) => Promise<string>) | null;

/** Asks for a word before a command changes what cannot be taken back. Returns the exit code unless somebody types it. */
export async function refused(word: string, ask: Ask): Promise<number | null> {
  if (ask === null)
    return complain(2, 'Nothing was changed: nobody is at the terminal to confirm, so add --yes.');
  return (await ask(`Type "${word}" to go on: `)).trim() === word
    ? null
    : complain(1, 'Nothing was changed.');
}

export function atTerminal(): Ask {
  if (!process.stdin.isTTY) return null;
  return async (question) => {
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    // Ctrl+C makes the question fail, and after Ctrl+D it would wait for ever; neither is an answer.
    const closed = once(terminal, 'close').then(() => '');
    try {
      return await Promise.race([terminal.question(question).catch(() => ''), closed]);
    } finally {
      terminal.close();
    }
  };
}
