import { confidentialOnly, isWithin } from '../../access/labels.ts';
import { caseMemberNotEligible } from '../../errors.ts';
import type { RecordsPorts } from '../../ports.ts';
import type { RecordCase } from '../case.ts';

/** Whoever takes over is an active member, no guest, cleared for every label of the case, and not kept away from it (GOV-27). */
export async function requireIncomingLead(
  userId: string,
  { effectiveMask, blockedUserIds }: RecordCase,
  { memberDirectory, recordStandings }: Pick<RecordsPorts, 'memberDirectory' | 'recordStandings'>,
): Promise<void> {
  const [member] = await memberDirectory.find([userId]);
  const { clearance } = await recordStandings.reader(userId);
  const isFit = member?.status === 'active' && member.role !== 'guest' && !blockedUserIds.includes(userId);
  if (!isFit || !isWithin(effectiveMask, clearance | confidentialOnly)) throw caseMemberNotEligible();
}
