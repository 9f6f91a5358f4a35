import type { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { RecordsPorts } from '../ports.ts';
import { unionsOf } from './merges/found-unions.ts';
import { mayUpdate, type SeenSubject } from './seen-subject.ts';
import type { Subject } from './subject.ts';
import { namedUsers } from './user-refs.ts';
import { type SubjectView, subjectView } from './views.ts';

type Context = Pick<RecordsPorts, 'memberDirectory' | 'subjects' | 'subjectIdentifiers' | 'keyRing'> &
  Pick<HandlerContext, 'workspaceId' | 'user'>;

/** One subject, with its identifiers whole for whoever may change it. */
export async function shownSubject(
  subject: Subject,
  stood: Pick<SeenSubject, 'reader' | 'standing'>,
  context: Context,
): Promise<z.input<typeof SubjectView>> {
  const [shown] = await shownSubjects([subject], context, mayUpdate(stood));
  if (shown === undefined) throw new TypeError('One subject was to be shown');
  return shown;
}

/** Subjects of a list, with the ends of their identifiers. */
export async function shownSubjects(
  subjects: readonly Subject[],
  context: Context,
  whole = false,
): Promise<z.input<typeof SubjectView>[]> {
  const { keyRing, workspaceId } = context;
  const people = subjects.flatMap(({ createdByUserId, updatedByUserId }) => [
    createdByUserId,
    updatedByUserId,
  ]);
  const [named, unions] = await Promise.all([namedUsers(people, context), unionsOf(subjects, context)]);
  return unions.map(({ subject, identifiers }) =>
    subjectView(subject, { workspaceId, keyRing, named, whole, identifiers }),
  );
}
