import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { LifecyclePorts } from '../ports.ts';
import { renewalCancelled } from './events.ts';
import { cancelled, stepped } from './renewal.ts';
import { aboutRenewal } from './renewal-facts.ts';

/** Cancels what is open about a document that is gone, or that waits for it as the replacement (REN-7). */
export async function cancelRenewals(
  documentId: string,
  reason: 'document_trashed' | 'document_disposed',
  { renewals, documentLibrary, now, emit }: LifecyclePorts & Pick<FollowUpContext, 'now' | 'emit'>,
): Promise<void> {
  for (const renewal of await renewals.concerning(documentId)) {
    const step = { at: now, byUserId: null, action: 'cancel' as const, note: reason };
    const after = await renewals.save(stepped(cancelled(renewal), step));
    const document = await documentLibrary.get(after.documentId);
    const visibility = document?.visibility ?? 'restricted';
    emit(renewalCancelled, { ...aboutRenewal(after, { visibility }), action: 'cancel', note: reason });
  }
}
