import { offer } from '../kernel/context-ports.ts';
import type { UserPrincipal } from '../kernel/principal.ts';
import type { Purpose } from './access/labels.ts';
import { ports } from './ports.ts';
import { type SeenSubject, seenSubject } from './subjects/seen-subject.ts';
import type { Subject } from './subjects/subject.ts';

/** Answers what other contexts ask about subjects, in the transaction that asks. */
export interface RecordSubjects {
  /** The subject as this person sees it for this purpose; refuses as reading it does. */
  seen(
    asked: { readonly subjectId: string; readonly purposeOfUse?: Purpose | undefined },
    user: UserPrincipal,
    lock?: 'for update',
  ): Promise<SeenSubject>;
  /** The same for background work and for whoever comes by a link; null if there is none. */
  get(id: string): Promise<Subject | null>;
}

/** The ports that this context implements for others. */
export const offers = {
  recordSubjects: offer(
    ports,
    (own): RecordSubjects => ({
      seen: (asked, user, lock) => seenSubject(asked, { subjects: own().subjects, user }, lock),
      get: (id) => own().subjects.find(id),
    }),
  ),
};
