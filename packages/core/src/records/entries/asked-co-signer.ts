import type { HandlerContext } from '../../kernel/handler-context.ts';
import { invalidField } from '../../kernel/validation.ts';
import type { RecordsPorts } from '../ports.ts';

/** Passes if whoever is asked to sign too is on the case, and is somebody else (SPR-11). */
export async function requireCoSigner(
  coSignFromUserId: string | null,
  caseId: string,
  { caseMembers, now, user }: Pick<RecordsPorts, 'caseMembers'> & Pick<HandlerContext, 'now' | 'user'>,
): Promise<void> {
  if (coSignFromUserId === null) return;
  const members = await caseMembers.activeOf(caseId, now);
  if (coSignFromUserId !== user.userId && members.some(({ userId }) => userId === coSignFromUserId)) return;
  throw invalidField('/coSignFromUserId', 'field.invalid', 'Name another member of the case.');
}
