import type { HandlerContext } from '../../kernel/handler-context.ts';
import { invalidField } from '../../kernel/validation.ts';
import type { RecordsPorts } from '../ports.ts';
import type { RecordEntry } from './entry.ts';

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

/** The same for a draft: once somebody was asked to sign a version too, the draft of the next one says nothing of it. */
export async function requireAskable(
  { coSignStatus, caseId }: Pick<RecordEntry, 'coSignStatus' | 'caseId'>,
  coSignFromUserId: string | null | undefined,
  context: Parameters<typeof requireCoSigner>[2],
): Promise<void> {
  if (coSignFromUserId === undefined) return;
  if (coSignStatus !== 'not_requested')
    throw invalidField('/coSignFromUserId', 'field.invalid', 'Somebody was asked to sign it too already.');
  await requireCoSigner(coSignFromUserId, caseId, context);
}
