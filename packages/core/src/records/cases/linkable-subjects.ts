import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { Purpose } from '../access/labels.ts';
import { subjectInvalidState } from '../errors.ts';
import type { RecordsPorts } from '../ports.ts';
import { seenSubject } from '../subjects/seen-subject.ts';
import type { Subject } from '../subjects/subject.ts';

type Context = Pick<RecordsPorts, 'subjects' | 'recordStandings'> & Pick<HandlerContext, 'user' | 'now'>;

/** Whoever is put aside, or was merged into somebody else, is subject of no new case. */
export function requireLinkable({ status }: Pick<Subject, 'status'>): void {
  if (status === 'archived' || status === 'merged') throw subjectInvalidState();
}

/** The subject as the caller sees it, if a case can be about it. */
export async function linkableSubject(
  asked: { readonly subjectId: string; readonly purposeOfUse?: Purpose | undefined },
  context: Context,
  lock?: 'for update',
): Promise<Subject> {
  const { subject } = await seenSubject(asked, context, lock);
  requireLinkable(subject);
  return subject;
}
