import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import { complain, type Given, print } from './command-answer.ts';

/** Puts a question to whoever is at the terminal; null if nobody is. */
export type Ask = ((question: string) => Promise<string>) | null;

interface Preview {
  readonly text: string;
  /** The same for `--json`. */
  readonly json: object;
}

/**
 * Says what a command would end, which cannot be taken back, and asks for a word. Returns the exit code where the command ends
 * here: `--json` without `--yes` shows and changes nothing; null once somebody types the word, or `--yes` says so beforehand.
 */
export async function unconfirmed(
  word: string,
  given: Given,
  ask: Ask,
  preview: Preview,
): Promise<number | null> {
  const [isSure, onlyJson] = [given.yes === true, given.json === true];
  if (onlyJson && !isSure) {
    print(preview.json);
    return 0;
  }
  if (!onlyJson) process.stderr.write(preview.text);
  if (isSure) return null;
  if (ask === null)
    return complain(2, 'Nothing was changed: nobody is at the terminal to confirm, so add --yes.');
  if ((await ask(`Type "${word}" to go on: `)).trim() !== word) return complain(1, 'Nothing was changed.');
  return null;
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
