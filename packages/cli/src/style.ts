import { styleText } from 'node:util';
import type { GlobalOptions, Output, Surroundings } from './surroundings.ts';

type Format = 'red' | 'green' | 'yellow' | 'cyan' | 'bold' | 'dim';
export type Style = (format: Format, text: string) => string;

/** Colour where a person reads: on a terminal, unless NO_COLOR, --no-color or a dumb terminal says otherwise. */
export function styleFor(output: Output, env: Surroundings['env'], { color }: GlobalOptions): Style {
  const refused = color === false || Boolean(env.NO_COLOR) || env.TERM === 'dumb';
  const enabled = !refused && (output.isTTY === true || Boolean(env.FORCE_COLOR));
  return (format, text) => (enabled ? styleText(format, text, { validateStream: false }) : text);
}

/** Text of others without control characters: a title must not be able to drive the reader's terminal. */
export const harmless = (text: string, lineBreaks = false) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, (character) =>
    lineBreaks && character === '\n' ? character : ' ',
  );
