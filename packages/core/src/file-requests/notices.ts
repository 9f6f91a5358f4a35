import { z } from 'zod';
import { event } from '../kernel/events.ts';
import { id } from '../kernel/shapes.ts';
import { fileRequestLinkCauses } from './link.ts';

/** A link waits to be mailed to the client. It has no ledger line, since it follows an event that has one. */
export const fileRequestMailDue = event(
  'file_request.mail_due',
  z.strictObject({
    requestId: id(),
    linkId: id(),
    linkVersion: z.int(),
    cause: z.enum(fileRequestLinkCauses),
  }),
  null,
);

/** What clients are told that brings no link: theirs stays good, or has ended. */
export const clientNotices = ['due', 'completed', 'cancelled'] as const;
export type ClientNotice = (typeof clientNotices)[number];
export const clientNoticeDue = event(
  'file_request.client_notice_due',
  z.strictObject({ requestId: id(), notice: z.enum(clientNotices) }),
  null,
);

/** What the owner of a request is told. */
export const requestOwnerNotices = ['submitted', 'undeliverable', 'storage_full', 'quarantined'] as const;
export type RequestOwnerNotice = (typeof requestOwnerNotices)[number];
export const requestOwnerNoticeDue = event(
  'file_request.owner_notice_due',
  z.strictObject({ requestId: id(), notice: z.enum(requestOwnerNotices) }),
  null,
);

/** The client is to be mailed a fresh link with what became of a file, or since more is asked for (`uploadId` is null). */
export const followUpDue = event(
  'file_request.follow_up_due',
  z.strictObject({ requestId: id(), linkId: id(), uploadId: id().nullable() }),
  null,
);
