import type { Instant } from '../../kernel/time.ts';
import type { GovernancePorts } from '../ports.ts';

/** Those who lead the case: beside privacy officers, they decide on its disclosures. */
export async function leadsOf(
  caseId: string,
  { recordCases }: Pick<GovernancePorts, 'recordCases'>,
  now: Instant,
): Promise<readonly string[]> {
  const members = await recordCases.members(caseId, now);
  return members.filter(({ role }) => role === 'lead').map(({ userId }) => userId);
}
