import { z } from 'zod';
import { localDate } from '../../kernel/plain-dates.ts';
import { id } from '../../kernel/shapes.ts';
import {
  caseInvalidState,
  caseNotFound,
  casePrimarySubjectRequired,
  caseSubjectNotFound,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../errors.ts';
import { command } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { purposeOfUse, reason } from '../subjects/subject-fields.ts';
import { requireNotArchived } from './case.ts';
import { caseId } from './case-fields.ts';
import { savedCase } from './changed-case.ts';
import { aboutCase, caseSubjectUnlinked } from './events.ts';
import { deniedCase, onCase, seenCase } from './seen-case.ts';
import { shownCase } from './shown-case.ts';
import { CaseView } from './views.ts';

export const endCaseSubject = command({
  summary: 'End the link of a subject to a case',
  description: 'Whoever saw the subject through this case alone sees it no more.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  input: z.strictObject({
    caseId: caseId(),
    caseSubjectId: id().describe('The id of the link, as the case shows it.'),
    reason: reason().describe('Why; it stands in the ledger.'),
    purposeOfUse: purposeOfUse(),
  }),
  output: z.object({ case: CaseView }),
  errors: [
    caseNotFound,
    caseInvalidState,
    caseSubjectNotFound,
    casePrimarySubjectRequired,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
  ],
  denial: deniedCase,

  find: (input, context) => seenCase(input, context, 'for update'),
  may: onCase('link'),

  async run({ caseSubjectId, reason: why, purposeOfUse: purpose }, context) {
    const { found, caseSubjects, now, user, timeZones } = context;
    requireNotArchived(found.case);
    const link = await caseSubjects.find(caseSubjectId);
    if (link === null || link.caseId !== found.case.id || link.endedAt !== null) throw caseSubjectNotFound();
    if (link.role === 'primary') throw casePrimarySubjectRequired();

    const zone = user.workspace?.settings.defaultTimeZone ?? 'UTC';
    await caseSubjects.save({ ...link, endsOn: localDate(now, zone, timeZones), endedAt: now });
    const saved = await savedCase(found.case, context);
    context.accessedBy(found.used);
    context.emit(caseSubjectUnlinked, {
      ...aboutCase(saved),
      linkedSubjectId: link.subjectId,
      reason: why,
    });
    return { case: await shownCase({ ...found, case: saved }, purpose ?? null, context) };
  },
});
