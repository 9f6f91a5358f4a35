import type { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { invalidField } from '../../kernel/validation.ts';
import { readerOf } from '../access/reader.ts';
import { subjectIdentifierTaken, subjectInvalidState } from '../errors.ts';
import type { RecordsPorts } from '../ports.ts';
import { identifierMac, identifierSeal } from './identifiers.ts';
import { accessOf } from './seen-subject.ts';
import { identifierStates, type SubjectIdentifier } from './subject.ts';
import type { identifierFields } from './subject-fields.ts';

export type GivenIdentifier = z.output<z.ZodObject<typeof identifierFields>>;

type Context = RecordsPorts & Pick<WritingContext, 'newId' | 'now' | 'user' | 'workspaceId'>;

/** An identifier, and its value, which nobody has to open for whoever has just given it. */
export interface DrawnUp {
  readonly identifier: SubjectIdentifier;
  readonly value: string;
}

/** The identifiers as they are kept: sealed, and with what finds them again. None is given twice. */
export async function drawnUp(
  subjectId: string,
  given: readonly GivenIdentifier[],
  context: Context,
): Promise<readonly DrawnUp[]> {
  if (given.length === 0) return [];
  const { newId, now, keyRing, workspaceId, recordKeys } = context;
  const [key = null] = await recordKeys.findAll([{ kind: 'subject', id: subjectId }]);
  if (key?.isRetired) throw subjectInvalidState();
  const drawn = given.map(({ value, ...rest }): DrawnUp => {
    const id = newId();
    const identifier = {
      id,
      subjectId,
      ...rest,
      ...identifierSeal(id, value, key, { workspaceId, keyRing }),
      valueMac: identifierMac(rest.system, value, workspaceId, keyRing),
      status: identifierStates.begin('active'),
      conflictGroup: null,
      createdAt: now,
    };
    return { identifier, value };
  });
  requireDistinct(drawn.map(({ identifier }) => identifier));
  return drawn;
}

/** The values that are known without a key, by the ids of their identifiers. */
export const valuesOf = (drawn: readonly DrawnUp[]): ReadonlyMap<string, string> =>
  new Map(drawn.map(({ identifier, value }) => [identifier.id, value]));

/** Passes if no identifier is given twice, and at most one of each type is the first. */
function requireDistinct(identifiers: readonly SubjectIdentifier[]): void {
  if (new Set(identifiers.map(({ valueMac }) => valueMac)).size < identifiers.length)
    throw invalidField('/identifiers', 'field.duplicate', 'Name each of them once.');
  const primary = identifiers.filter((identifier) => identifier.primary).map(({ type }) => type);
  if (new Set(primary).size < primary.length)
    throw invalidField('/identifiers', 'field.duplicate', 'Let at most one of each type be primary.');
}

/**
 * An identifier belongs to one subject (REC-11). Where somebody has it whom the caller does not see, nothing tells so: both
 * stay, and are marked as a conflict.
 */
export async function withoutTaken(
  drawn: readonly DrawnUp[],
  context: Context,
): Promise<readonly SubjectIdentifier[]> {
  const identifiers = drawn.map(({ identifier }) => identifier);
  const { subjects, subjectIdentifiers, newId } = context;
  if (identifiers.length === 0) return identifiers;
  const holders = await subjectIdentifiers.holders(identifiers.map(({ valueMac }) => valueMac));
  if (holders.length === 0) return identifiers;
  const reader = await readerOf(context);
  for (const { subjectId } of holders) {
    const holder = await subjects.find(subjectId);
    if (holder !== null && (await accessOf(holder, reader, context)) !== null) throw subjectIdentifierTaken();
  }
  const groups = new Map(holders.map(({ valueMac }) => [valueMac, newId()]));
  for (const [valueMac, group] of groups) await subjectIdentifiers.markConflict(valueMac, group);
  return identifiers.map((identifier) => ({
    ...identifier,
    conflictGroup: groups.get(identifier.valueMac) ?? null,
  }));
}
