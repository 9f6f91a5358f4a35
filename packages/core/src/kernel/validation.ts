import type { z } from 'zod';
import { type Failure, type FailureDetail, requestInvalid } from './errors.ts';

/** A field that its schema lets through and the rules of its context do not. `path` is `/field` in the flat input. */
export const invalidField = (path: string, code: string, message: string): Failure =>
  requestInvalid({ details: [{ path, code, message }] });

/** The first 20 faults of an input, each with a pointer to its field and what to do. */
export function detailsOf(error: z.ZodError): FailureDetail[] {
  return error.issues.flatMap(detailsOfIssue).slice(0, 20);
}

function detailsOfIssue(issue: z.core.$ZodIssue): FailureDetail[] {
  const path = pointer(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: `${path}${pointer([key])}`,
      code: 'field.unknown',
      message: 'Leave this field out; it is not known here.',
    }));
  }
  return [{ path, code: codeOf(issue), message: sentence(issue.message) }];
}

const pointer = (path: readonly PropertyKey[]): string =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

function codeOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'custom')
    return typeof issue.params?.code === 'string' ? issue.params.code : 'field.invalid';
  if (issue.code === 'invalid_type') return issue.input === undefined ? 'field.required' : 'field.type';
  if (issue.code === 'too_small' || issue.code === 'too_big') return 'field.out_of_range';
  if (issue.code === 'invalid_value') return 'field.not_an_option';
  return 'field.invalid';
}

const sentence = (message: string): string => (message.endsWith('.') ? message : `${message}.`);
