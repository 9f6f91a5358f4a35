import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import type { WebhookEntry } from '../../kernel/webhook-events.ts';
import { lifecycleStatuses } from '../dates/status.ts';
import { requestableKinds } from './action.ts';

const started = z.strictObject({ actionId: id() });

/** An action is to be run now. It has no ledger line: what it does has one. */
export const lifecycleActionDue = event('lifecycle_action.due', started, null);
/** The same of a notice, which is mailed. */
export const lifecycleNoticeDue = event('lifecycle_action.notice_due', started, null);

/** The mail of notices to somebody who is no member is to leave now. */
export const lifecycleOutsideNoticeDue = event(
  'lifecycle_action.outside_notice_due',
  z.strictObject({ mailId: id() }),
  null,
);

const requested = z.strictObject({
  actionId: id(),
  documentId: id(),
  kind: z.enum(requestableKinds),
  reason: z.string(),
});
type AboutRequest = z.output<typeof requested>;
/** Somebody has asked for something that is otherwise planned. */
export const lifecycleActionRequested = event('lifecycle_action.requested', requested, {
  target: ({ actionId }: AboutRequest) => ({ kind: 'lifecycle_action', id: actionId }),
  refs: ({ documentId }: AboutRequest) => ({ artifactId: documentId }),
  facts: ({ documentId, kind }: AboutRequest) => ({ documentId, kind }),
  detail: ({ reason }: AboutRequest) => ({ reason }),
});

const crossed = z.strictObject({
  documentId: id(),
  visibility: z.enum(['workspace', 'restricted']),
  status: z.enum(lifecycleStatuses),
  expiresOn: z.iso.date().nullable(),
  version: z.int(),
});
type AboutCrossing = z.output<typeof crossed>;
const ofCrossing = {
  target: ({ documentId, version }: AboutCrossing) => ({ kind: 'document', id: documentId, version }),
  refs: ({ documentId }: AboutCrossing) => ({ artifactId: documentId }),
  facts: ({ status, expiresOn }: AboutCrossing) => ({ status, expiresOn }),
};
/** What is said of a restricted document would tell of it those who may not see it, so nothing is (LIB-4). */
const outside = {
  webhook: {
    context: 'lifecycle',
    data: ({ documentId, status, expiresOn, visibility, version }) =>
      visibility === 'restricted' ? null : { documentId, status, expiresOn, version },
  } satisfies WebhookEntry<AboutCrossing>,
} as const;

export const lifecycleExpiring = event('lifecycle.expiring', crossed, ofCrossing, outside);
export const lifecycleGraceStarted = event('lifecycle.grace_started', crossed, ofCrossing, outside);
export const lifecycleExpired = event('lifecycle.expired', crossed, ofCrossing, outside);

const noticed = z.strictObject({
  actionId: id(),
  documentId: id(),
  daysBefore: z.int().nullable(),
  expiresOn: z.iso.date().nullable(),
  recipients: z.int(),
});
type AboutNotice = z.output<typeof noticed>;
/** People were told that a document expires, or has expired; to how many the mail went. */
export const lifecycleNoticeSent = event('lifecycle.notice_sent', noticed, {
  target: ({ documentId }: AboutNotice) => ({ kind: 'document', id: documentId }),
  refs: ({ documentId }: AboutNotice) => ({ artifactId: documentId }),
  facts: ({ actionId, daysBefore, expiresOn, recipients }: AboutNotice) => ({
    actionId,
    daysBefore,
    expiresOn,
    recipients,
  }),
});
