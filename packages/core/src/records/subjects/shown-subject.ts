import type { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { OpenedKeys } from '../keys/opened-keys.ts';
import type { RecordsPorts } from '../ports.ts';
import { masked, type ShownValue, whole } from './identifier-values.ts';
import { type FoundUnion, unionsOf } from './merges/found-unions.ts';
import { mayUpdate, type SeenSubject } from './seen-subject.ts';
import type { Subject } from './subject.ts';
import { type NamedUsers, namedUsers } from './user-refs.ts';
import { type SubjectView, subjectView } from './views.ts';

type Context = Pick<
  RecordsPorts,
  'caseRetention' | 'memberDirectory' | 'subjects' | 'subjectIdentifiers' | 'keyRing'
> &
  Pick<HandlerContext, 'workspaceId' | 'user'>;

/** How identifiers that are shown whole are known: by keys that were opened beforehand, or by their values. */
export interface Known {
  readonly keys: OpenedKeys | null;
  readonly values?: ReadonlyMap<string, string>;
}

/** One subject, with its identifiers whole for whoever may change it. Throws `Unprepared` where a key for that is missing. */
export async function shownSubject(
  subject: Subject,
  stood: Pick<SeenSubject, 'reader' | 'standing'>,
  { keys, values }: Known,
  context: Context,
): Promise<z.input<typeof SubjectView>> {
  const valueFor = mayUpdate(stood) ? whole(keys, context, values) : masked(context);
  return viewOf(await readSubject(subject, context), valueFor, context);
}

/** One subject, with the ends of its identifiers, for which no key is needed. */
export const maskedSubject = async (
  subject: Subject,
  context: Context,
): Promise<z.input<typeof SubjectView>> =>
  viewOf(await readSubject(subject, context), masked(context), context);

/** Subjects of a list, with the ends of their identifiers. */
export async function shownSubjects(
  subjects: readonly Subject[],
  context: Context,
): Promise<z.input<typeof SubjectView>[]> {
  return (await readSubjects(subjects, context)).map((read) => viewOf(read, masked(context), context));
}

/** What a view of a subject is made of. */
export interface ReadSubject {
  readonly union: FoundUnion;
  readonly named: NamedUsers;
  /** Whether a hold covers it. */
  readonly isHeld: boolean;
}

export async function readSubject(subject: Subject, context: Context): Promise<ReadSubject> {
  const [read] = await readSubjects([subject], context);
  if (read === undefined) throw new TypeError('One subject was to be read');
  return read;
}

async function readSubjects(subjects: readonly Subject[], context: Context): Promise<readonly ReadSubject[]> {
  const people = subjects.flatMap(({ createdByUserId, updatedByUserId }) => [
    createdByUserId,
    updatedByUserId,
  ]);
  const [named, unions, held] = await Promise.all([
    namedUsers(people, context),
    unionsOf(subjects, context),
    context.caseRetention.heldSubjects(subjects.map(({ id }) => id)),
  ]);
  return unions.map((union) => ({ union, named, isHeld: held.has(union.subject.id) }));
}

export const viewOf = (
  { union: { subject, identifiers }, named, isHeld }: ReadSubject,
  valueFor: ShownValue,
  { workspaceId }: Pick<HandlerContext, 'workspaceId'>,
): z.input<typeof SubjectView> => subjectView(subject, { workspaceId, named, identifiers, valueFor, isHeld });
