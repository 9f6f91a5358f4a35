import { z } from 'zod';
import { isRestricted } from '../access/labels.ts';
import { recordsPurposeNotAllowed, recordsPurposeRequired, subjectNotFound } from '../errors.ts';
import { aboutSubject, subjectRead } from '../events.ts';
import { query } from '../ports.ts';
import { deniedSubject, seenSubject } from './seen-subject.ts';
import { shownSubject } from './shown-subject.ts';
import { purposeOfUse, subjectId } from './subject-fields.ts';
import { SubjectView } from './views.ts';

export const getSubject = query({
  summary: 'Read a subject',
  description: 'Identifiers are whole for whoever may change the subject, and show their end to others.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  input: z.strictObject({ subjectId: subjectId(), purposeOfUse: purposeOfUse() }),
  output: z.object({ subject: SubjectView }),
  errors: [subjectNotFound, recordsPurposeRequired, recordsPurposeNotAllowed],
  denial: deniedSubject,

  find: seenSubject,

  async run(_, context) {
    const { subject, reader, used } = context.found;
    if (reader.auditsAllReads || isRestricted(subject.effectiveMask)) {
      context.accessedBy(used);
      context.emit(subjectRead, aboutSubject(subject));
    }
    return { subject: await shownSubject(subject, context.found, context) };
  },
});
