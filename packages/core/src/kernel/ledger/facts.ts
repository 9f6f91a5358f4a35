import type { AuditPayload } from '@chancery/verify';
import { isAddress } from '../address.ts';

/** An event puts something into the chain, which never forgets, that reads like text, an address or a telephone number (REC-75). */
export class FactRefused extends Error {
  override readonly name = 'FactRefused';
}

const mostCharacters = 300;
const key = /^[a-z][A-Za-z0-9]*$/;
/** No blank, no `@`, no sign that opens the number of a telephone: text, addresses and numbers do not read like this. */
const word = /^[A-Za-z0-9_*][A-Za-z0-9_.:+/=*-]*$/;

/**
 * That all facts of a line are ids, words of enumerations, numbers, booleans, dates, digests, public keys, or lists and
 * objects of these. Throws `FactRefused` before anything is written; what a person wrote or is reached by is a detail.
 */
export function assertFacts(action: string, facts: AuditPayload['facts']): void {
  for (const [name, value] of Object.entries(facts)) {
    if (!key.test(name)) throw new FactRefused(`${action}: ${name} is no name of a fact`);
    if (!isFact(value)) throw new FactRefused(`${action}: ${name} is no fact; it belongs in the detail`);
  }
}

function isFact(value: unknown): boolean {
  if (value === null || value === undefined || typeof value === 'boolean' || typeof value === 'number')
    return true;
  if (typeof value === 'string') return value.length <= mostCharacters && isWord(value);
  if (Array.isArray(value)) return value.every(isFact);
  return (
    typeof value === 'object' && Object.entries(value).every(([name, part]) => key.test(name) && isFact(part))
  );
}

const isWord = (value: string) => value === '' || (word.test(value) && !isAddress(value));
