import { ownSentences } from './field-words.ts';
import { foundFaults } from './found-faults.ts';

export type FoundFault = keyof typeof foundFaults;

/** The English sentence about a fault that the validator finds. */
export const faultSentence = (fault: FoundFault, value: string | number | bigint = ''): string =>
  foundFaults[fault][0].replace('{}', () => String(value));

/** The longest fixed part wins, so that no sentence is taken for a more general one. */
const sentences = [...ownSentences, ...Object.values(foundFaults)]
  .map(([english, german]) => ({ parts: english.split('{}'), german }))
  .toSorted((one, other) => other.parts.join('').length - one.parts.join('').length);

/** The German of an English sentence about a field; null if it has none here. */
export function inGerman(sentence: string): string | null {
  for (const { parts, german } of sentences) {
    const values = valuesIn(parts, sentence);
    if (values !== null) return german.replaceAll('{}', () => values.shift() ?? '');
  }
  return null;
}

/** What stands between the fixed parts of a sentence; null if it has others. */
function valuesIn([head = '', ...rest]: readonly string[], sentence: string): string[] | null {
  if (rest.length === 0) return sentence === head ? [] : null;
  if (!sentence.startsWith(head)) return null;
  const values: string[] = [];
  let from = head.length;
  for (const [position, part] of rest.entries()) {
    const at = position === rest.length - 1 ? sentence.length - part.length : sentence.indexOf(part, from);
    if (at < from || !sentence.startsWith(part, at)) return null;
    values.push(sentence.slice(from, at));
    from = at + part.length;
  }
  return values;
}
