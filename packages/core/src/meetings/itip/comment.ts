import { multiline } from '../../kernel/shapes.ts';

const mostCharacters = 500;
/** What is longer is cut before anything looks at it; a comment in composed characters is not. */
const mostUnits = 4 * mostCharacters;
const mostMarks = 30;

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is taken out here
const unwanted = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]|[\ud800-\udfff]/gu;
const markRuns = new RegExp(`(\\p{M}{${mostMarks}})\\p{M}+`, 'gu');
const comment = multiline(mostCharacters);

/**
 * A comment of a calendar as a comment of the API may be: what the API refuses is taken out, for nobody would read the
 * refusal, and the answer that it came with counts. Null if nothing is left.
 */
export function commentOf(text: string): string | null {
  const kept = text
    .slice(0, mostUnits)
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(unwanted, '')
    .replaceAll(markRuns, '$1')
    .normalize('NFC')
    .trim();
  const read = comment.safeParse([...kept].slice(0, mostCharacters).join(''));
  return read.success && read.data !== '' ? read.data : null;
}
