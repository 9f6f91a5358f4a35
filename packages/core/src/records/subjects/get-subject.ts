import { z } from 'zod';
import { reachFor } from '../access/reader.ts';
import { leavesLine } from '../access/used-access.ts';
import { caseSummaries } from '../cases/case-summary.ts';
import { recordsPurposeNotAllowed, recordsPurposeRequired, subjectNotFound } from '../errors.ts';
import { aboutSubject, subjectRead } from '../events.ts';
import { openedKeys } from '../keys/opened-keys.ts';
import { slowQuery } from '../ports.ts';
import { keysOfIdentifiers, masked, whole } from './identifier-values.ts';
import { shownMerges } from './merges/shown-merges.ts';
import { deniedSubject, mayUpdate, seenSubject } from './seen-subject.ts';
import { readSubject, viewOf } from './shown-subject.ts';
import { purposeOfUse, subjectId } from './subject-fields.ts';
import { SubjectView } from './views.ts';

const mostCases = 50;

export const getSubject = slowQuery({
  summary: 'Read a subject',
  description:
    'With all that was merged into it. Identifiers are whole for whoever may change the subject, and show their end to others.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  input: z.strictObject({ subjectId: subjectId(), purposeOfUse: purposeOfUse() }),
  output: z.object({ subject: SubjectView }),
  errors: [subjectNotFound, recordsPurposeRequired, recordsPurposeNotAllowed],
  denial: deniedSubject,

  find: (input, context) => seenSubject(input, context),

  async run({ purposeOfUse: purpose = null }, context) {
    const { subject, reader, used } = context.found;
    if (leavesLine(subject.effectiveMask, used, reader)) {
      context.accessedBy(used);
      context.emit(subjectRead, aboutSubject(subject));
    }
    const seen = await context.cases.list(
      {
        ...{ status: null, caseType: null, memberUserId: null, ownMasks: null, words: [] },
        subjectId: subject.id,
      },
      reachFor(reader, purpose, context.now),
      null,
      mostCases,
    );
    const read = await readSubject(subject, context);
    return {
      read,
      cases: await caseSummaries(seen.cases.slice(0, mostCases), context),
      merges: await shownMerges(context.found, purpose, context),
      // Null for whoever sees the ends alone, for which no key is opened.
      keys: mayUpdate(context.found) ? await keysOfIdentifiers(read.union.identifiers, context) : null,
    };
  },

  async compose({ read, cases, merges, keys }, _, context) {
    const valueFor = keys === null ? masked(context) : whole(await openedKeys(keys, context), context);
    return { subject: { ...viewOf(read, valueFor, context), cases, merges } };
  },
});
