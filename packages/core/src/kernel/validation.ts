import type { z } from 'zod';
import { type Failure, type FailureDetail, requestInvalid } from './errors.ts';
import { type FoundFault, faultSentence } from './field-sentences.ts';

/** A field that its schema lets through and the rules of its context do not. `path` is `/field` in the flat input. */
export const invalidField = (path: string, code: string, message: string): Failure =>
  requestInvalid({ details: [{ path, code, message }] });

/** More than these help nobody, and a body may hold a hundred thousand. */
export const mostDetails = 20;
const longestNameShown = 100;

/** The first faults of an input, each with a pointer to its field and what to do. */
export function detailsOf({ issues }: Pick<z.ZodError, 'issues'>): FailureDetail[] {
  const details: FailureDetail[] = [];
  for (const issue of issues) {
    if (details.length === mostDetails) break;
    details.push(...detailsOfIssue(issue, mostDetails - details.length));
  }
  return details;
}

function detailsOfIssue(issue: z.core.$ZodIssue, most: number): FailureDetail[] {
  const path = pointer(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, most).map((key) => ({
      path: `${path}${pointer([key])}`,
      code: 'field.unknown',
      message: faultSentence('unknown'),
    }));
  }
  return [{ path, code: codeOf(issue), message: messageOf(issue) }];
}

/** The place of a field; of a name that a caller made up only the beginning is repeated. */
export const pointer = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${shownName(String(part)).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

const shownName = (name: string): string =>
  name.length <= longestNameShown ? name : `${[...name.slice(0, longestNameShown)].slice(0, -1).join('')}…`;

function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom')
    return typeof issue.params?.code === 'string' ? issue.params.code : 'field.invalid';
  if (issue.code === 'invalid_type') return issue.input === undefined ? 'field.required' : 'field.type';
  if (issue.code === 'too_small' || issue.code === 'too_big') return 'field.out_of_range';
  if (issue.code === 'invalid_value') return 'field.not_an_option';
  return 'field.invalid';
}

/**
 * What to do, as a plain sentence. A schema that says it in words of its own is left to speak; the validator's own words
 * ("Invalid input: expected string, received number") are for programmers, and stand here once in ours.
 */
export const messageOf = (issue: z.core.$ZodIssue): string => {
  const isOurs = !/^(?:Invalid|Too (?:small|big)|Unrecognized)\b/.test(issue.message);
  return isOurs ? sentence(issue.message) : plainMessageOf(issue);
};

function plainMessageOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return faultSentence(issue.input === undefined ? 'missing' : (types[issue.expected] ?? 'anotherValue'));
    case 'too_small':
      return boundSentence(issue.exact ? 'exactly' : 'atLeast', issue.origin, issue.minimum);
    case 'too_big':
      return boundSentence(issue.exact ? 'exactly' : 'atMost', issue.origin, issue.maximum);
    case 'invalid_value':
      return issue.values.length === 1
        ? faultSentence('exactValue', String(issue.values[0]))
        : faultSentence('oneOf', issue.values.map(String).join(', '));
    case 'invalid_format':
      return faultSentence(formats[issue.format] ?? 'form');
    case 'not_multiple_of':
      return faultSentence('multipleOf', issue.divisor);
    case 'invalid_union':
      return faultSentence('oneOfTheForms');
    default:
      return faultSentence('allowed');
  }
}

const types: Readonly<Record<string, FoundFault>> = {
  string: 'text',
  number: 'number',
  int: 'wholeNumber',
  boolean: 'trueOrFalse',
  array: 'list',
  object: 'object',
  record: 'object',
  null: 'null',
};

const formats: Readonly<Record<string, FoundFault>> = {
  guid: 'id',
  uuid: 'id',
  url: 'url',
  email: 'email',
  date: 'date',
  datetime: 'instant',
};

/** A bound in the unit of what is counted: characters, entries, or the number itself. */
function boundSentence(
  relation: 'exactly' | 'atLeast' | 'atMost',
  origin: string,
  bound: number | bigint,
): string {
  const counted = ({ string: 'Character', array: 'Entry', set: 'Entry' } as const)[origin];
  if (counted === undefined) return faultSentence(relation, bound);
  if (Number(bound) === 1) return faultSentence(`${relation}One${counted}`);
  return faultSentence(`${relation}${counted === 'Entry' ? 'Entries' : 'Characters'}`, bound);
}

const sentence = (message: string): string => (message.endsWith('.') ? message : `${message}.`);
