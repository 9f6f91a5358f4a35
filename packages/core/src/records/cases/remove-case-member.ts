import { z } from 'zod';
import { id } from '../../kernel/shapes.ts';
import {
  caseLastLead,
  caseMemberNotFound,
  caseNotFound,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../errors.ts';
import { command } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { purposeOfUse, reason } from '../subjects/subject-fields.ts';
import { isLed, isOpenStatus } from './case.ts';
import { caseId } from './case-fields.ts';
import { savedCase } from './changed-case.ts';
import { endMemberships } from './member-ends.ts';
import { deniedCase, onCase, seenCase } from './seen-case.ts';
import { shownCase } from './shown-case.ts';
import { CaseView } from './views.ts';

export const removeCaseMember = command({
  summary: 'Take somebody off a case',
  description: 'They read nothing of it any more, unless something else lets them.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  input: z.strictObject({
    caseId: caseId(),
    memberId: id().describe('The id of the membership, as the case shows it.'),
    reason: reason().describe('Why; it stands in the ledger.'),
    purposeOfUse: purposeOfUse(),
  }),
  output: z.object({ case: CaseView }),
  errors: [caseNotFound, caseMemberNotFound, caseLastLead, recordsPurposeRequired, recordsPurposeNotAllowed],
  denial: deniedCase,

  find: (input, context) => seenCase(input, context, 'for update'),
  may: onCase('members'),

  async run({ memberId, reason: why, purposeOfUse: purpose }, context) {
    const { found, caseMembers, now } = context;
    const members = await caseMembers.activeOf(found.case.id, now);
    const member = members.find((each) => each.id === memberId);
    if (member === undefined) throw caseMemberNotFound();
    const staying = members.filter((each) => each !== member);
    if (isOpenStatus(found.case.status) && !isLed(staying)) throw caseLastLead();

    await endMemberships(found.case, [member], why, context);
    const saved = await savedCase(found.case, context);
    context.accessedBy(found.used);
    return { case: await shownCase({ ...found, case: saved }, purpose ?? null, context) };
  },
});
