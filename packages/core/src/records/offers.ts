import { offer } from '../kernel/context-ports.ts';
import type { HandlerContext } from '../kernel/handler-context.ts';
import type { Purpose } from './access/labels.ts';
import { ports, type RecordsPorts } from './ports.ts';
import { type SeenSubject, seenSubject } from './subjects/seen-subject.ts';
import type { Subject } from './subjects/subject.ts';

/** Answers what other contexts ask about subjects, in the transaction that asks. */
export interface RecordSubjects {
  /** The subject as this person sees it for this purpose; refuses as reading it does. */
  seen(
    asked: { readonly subjectId: string; readonly purposeOfUse?: Purpose | undefined },
    asking: Pick<HandlerContext, 'user' | 'now'>,
    lock?: 'for update',
  ): Promise<SeenSubject>;
  /** The same for background work and for whoever comes by a link; null if there is none. */
  get(id: string): Promise<Subject | null>;
}

const standingPorts = ({ subjects, recordStandings }: RecordsPorts) => ({ subjects, recordStandings });

/** The ports that this context implements for others. */
export const offers = {
  recordSubjects: offer(
    ports,
    (own): RecordSubjects => ({
      seen: (asked, { user, now }, lock) => seenSubject(asked, { ...standingPorts(own()), user, now }, lock),
      get: (id) => own().subjects.find(id),
    }),
  ),
};
