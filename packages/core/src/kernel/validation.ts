import type { z } from 'zod';
import { type Failure, type FailureDetail, requestInvalid } from './errors.ts';

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
      message: 'Leave this field out; it is not known here.',
    }));
  }
  return [{ path, code: codeOf(issue), message: sentence(issue.message) }];
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

const sentence = (message: string): string => (message.endsWith('.') ? message : `${message}.`);
