import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import {
  caseInvalidState,
  caseLastLead,
  caseMemberBlocked,
  caseMemberLimit,
  caseMemberNotEligible,
  caseNotFound,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../errors.ts';
import { command, type RecordsPorts } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { purposeOfUse, reason } from '../subjects/subject-fields.ts';
import { namedUsers } from '../subjects/user-refs.ts';
import {
  type CaseMember,
  isLed,
  isOpenStatus,
  mostCaseMembers,
  type RecordCase,
  requireNotArchived,
} from './case.ts';
import { caseId, memberFields } from './case-fields.ts';
import { savedCase } from './changed-case.ts';
import { requireEligible } from './eligible-members.ts';
import { aboutCase, caseMemberAdded, caseMemberChanged } from './events.ts';
import { pastEnd } from './new-case.ts';
import { deniedCase, onCase, seenCase } from './seen-case.ts';
import { shownCase } from './shown-case.ts';
import { CaseMemberView, CaseView, caseMemberView } from './views.ts';

export const addCaseMember = command({
  summary: 'Put somebody on a case',
  description: 'Somebody who is on it already gets the role and the end that you give.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  input: z.strictObject({
    caseId: caseId(),
    ...memberFields,
    reason: reason().optional().describe('Why; it stands in the ledger.'),
    purposeOfUse: purposeOfUse(),
  }),
  output: z.object({ member: CaseMemberView, case: CaseView }),
  errors: [
    caseNotFound,
    caseInvalidState,
    caseMemberNotEligible,
    caseMemberBlocked,
    caseMemberLimit,
    caseLastLead,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
  ],
  denial: deniedCase,

  find: (input, context) => seenCase(input, context, 'for update'),
  may: onCase('members'),

  async run({ userId, role, endsAt, reason: why, purposeOfUse: purpose }, context) {
    const { found, now } = context;
    requireNotArchived(found.case);
    if (endsAt !== null && endsAt <= now) throw pastEnd('/endsAt');
    if (found.case.blockedUserIds.includes(userId)) throw caseMemberBlocked();
    await requireEligible([{ userId, role }], context);
    const members = await context.caseMembers.activeOf(found.case.id, now);

    const member = await onCaseAs({ userId, role, endsAt }, members, context);
    const saved = await savedCase(found.case, context);
    context.accessedBy(found.used);
    sayMember(saved, members, { member, reason: why ?? null }, context);
    const named = await namedUsers([member.userId, member.addedByUserId], context);
    return {
      member: caseMemberView(member, named),
      case: await shownCase({ ...found, case: saved }, purpose ?? null, context),
    };
  },
});

type Context = RecordsPorts & WritingContext & { readonly found: { readonly case: RecordCase } };

/** A new member, or the one that there is with another role and end. */
async function onCaseAs(
  wanted: Pick<CaseMember, 'userId' | 'role' | 'endsAt'>,
  members: readonly CaseMember[],
  { caseMembers, found, newId, now, user }: Context,
): Promise<CaseMember> {
  const known = members.find(({ userId }) => userId === wanted.userId);
  if (known === undefined && members.length >= mostCaseMembers) throw caseMemberLimit();
  const member = known
    ? { ...known, ...wanted }
    : {
        id: newId(),
        caseId: found.case.id,
        ...wanted,
        addedAt: now,
        addedByUserId: user.userId,
        endedAt: null,
      };
  const others = members.filter((each) => each !== known);
  if (isOpenStatus(found.case.status) && !isLed([...others, member])) throw caseLastLead();

  if (known !== undefined) await caseMembers.save(member);
  else {
    await caseMembers.endOver(found.case.id, wanted.userId, now);
    await caseMembers.add([member]);
  }
  return member;
}

function sayMember(
  recordCase: RecordCase,
  members: readonly CaseMember[],
  { member: { userId, role }, reason: why }: { readonly member: CaseMember; readonly reason: string | null },
  { emit }: Pick<Context, 'emit'>,
): void {
  const about = { ...aboutCase(recordCase), memberUserId: userId, reason: why };
  const known = members.find((each) => each.userId === userId);
  if (known === undefined) emit(caseMemberAdded, { ...about, role });
  else emit(caseMemberChanged, { ...about, from: known.role, to: role });
}
