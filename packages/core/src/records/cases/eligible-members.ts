import { type CaseRole, mayHold } from '../access/decision.ts';
import { caseMemberNotEligible } from '../errors.ts';
import type { RecordsPorts } from '../ports.ts';

interface Wanted {
  readonly userId: string;
  readonly role: CaseRole;
}

/** Passes if all of them are active members of the workspace, and guests only view or review (REC-22). */
export async function requireEligible(
  wanted: readonly Wanted[],
  { memberDirectory }: Pick<RecordsPorts, 'memberDirectory'>,
): Promise<void> {
  const known = new Map(
    (await memberDirectory.find(wanted.map(({ userId }) => userId))).map((member) => [member.userId, member]),
  );
  for (const { userId, role } of wanted) {
    const member = known.get(userId);
    if (member?.status !== 'active' || !mayHold(member.role, role)) throw caseMemberNotEligible();
  }
}
