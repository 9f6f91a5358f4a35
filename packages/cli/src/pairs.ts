import type { OperationField } from '@chancery/sdk/operations';
import { InvalidArgumentError } from 'commander';

type Kinds = NonNullable<NonNullable<OperationField['items']>['kinds']>;

/** `email=a@b.example,displayName=Byron, Ada`: a comma separates only if a known key follows. */
export function readPairs(keys: readonly string[], text: string, kinds: Kinds = {}): Record<string, unknown> {
  const pairs = text.split(new RegExp(`,(?=(?:${keys.join('|')})=)`));
  const read = pairs.map((pair) => {
    const at = pair.indexOf('=');
    const key = pair.slice(0, Math.max(at, 0));
    if (!keys.includes(key))
      throw new InvalidArgumentError(`Write it as ${keys.map((each) => `${each}=…`).join(',')}.`);
    return [key, readValue(key, pair.slice(at + 1), kinds)] as const;
  });
  return Object.fromEntries(read);
}

function readValue(key: string, text: string, kinds: Kinds): unknown {
  const kind = Object.hasOwn(kinds, key) ? kinds[key] : 'string';
  if (kind === 'boolean') return yesOf(key, text);
  if (kind === 'integer' || kind === 'number') return numberOf(key, text);
  return kind === 'array' ? text.split(',').filter((word) => word !== '') : text;
}

const answers: Readonly<Record<string, boolean>> = { yes: true, true: true, no: false, false: false };

/** Whether the value of a pair says yes. */
export function yesOf(name: string, text: string): boolean {
  const answer = Object.hasOwn(answers, text) ? answers[text] : undefined;
  if (answer === undefined)
    throw new InvalidArgumentError(`${name} is one of ${Object.keys(answers).join(', ')}.`);
  return answer;
}

export function numberOf(name: string, text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !Number.isFinite(number)) throw new InvalidArgumentError(`${name} is a number.`);
  return number;
}

/** The object as pairs, such as a person copies from an example; null if that cannot say it. */
export function writtenPairs(keys: readonly string[], value: object): string | null {
  const pairs = Object.entries(value).map(([key, each]: [string, unknown]) => {
    const words = Array.isArray(each) ? each : [each];
    return keys.includes(key) && words.every((word) => ['string', 'number', 'boolean'].includes(typeof word))
      ? `${key}=${words.join(',')}`
      : null;
  });
  return pairs.includes(null) ? null : pairs.join(',');
}
