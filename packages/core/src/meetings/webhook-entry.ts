import type { WebhookData, WebhookEntry } from '../kernel/webhook-events.ts';

/**
 * The webhook of an event about a meeting, or about something of a meeting (WHK-14): the meeting's id, status, version and
 * external reference, to which `data` adds or which it makes more precise.
 */
export const webhookOfMeeting = <D extends { readonly meetingId: string }>(
  data: (event: D) => WebhookData,
): { readonly webhook: WebhookEntry<D> } => ({
  webhook: { context: 'workspace', subject: { kind: 'meeting', id: ({ meetingId }) => meetingId }, data },
});
