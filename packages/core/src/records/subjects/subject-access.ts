import type { Instant } from '../../kernel/time.ts';
import type { SubjectAccessPart } from '../../lifecycle/index.ts';
import { memberAsReader } from '../cases/case-access.ts';
import { ports, type RecordsPorts } from '../ports.ts';
import { accessOf } from './seen-subject.ts';

type Asking = RecordsPorts & { readonly now: Instant };

/** What other contexts ask about subjects: who sees one, whatever the purpose. */
export const recordsSubjectAccess: SubjectAccessPart = {
  kind: 'subject_access',
  ports,
  bind: (context, own: () => Asking) => ({
    context,
    async maySeeSubject(userId, subjectId) {
      const asking = own();
      const reader = await memberAsReader(userId, asking);
      const subject = reader && (await asking.subjects.find(subjectId));
      if (reader === null || subject === null) return false;
      const { recordStandings, now } = asking;
      return (await accessOf(subject, reader, { recordStandings, user: { userId }, now })) !== null;
    },
  }),
};
