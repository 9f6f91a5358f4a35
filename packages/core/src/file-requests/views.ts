import { z } from 'zod';
import { ReminderScheduleView } from '../kernel/reminder-schedule.ts';
import { shown } from '../kernel/shapes.ts';
import type { PlainDate } from '../kernel/time.ts';
import { type ClientUpload, clientUploadStates } from './client-upload.ts';
import { type FileRequest, fileRequestStates, isAwaited, progressOf } from './request.ts';
import { itemStatuses, itemTypeNames } from './request-item.ts';

export const ItemWishView = z
  .object({
    name: z.string().describe('What is asked for.'),
    description: z.string().nullable().describe('What the client should know about it; null for nothing.'),
    required: z.boolean().describe('Whether the request is answered only with it.'),
    acceptedTypes: z
      .array(z.enum(itemTypeNames))
      .describe('The kinds of files that are taken; an empty list takes all of them.'),
    maxFiles: z.int().describe('How many files are taken for it.'),
    maxFileSizeBytes: z.int().describe('How large each file may be.'),
    documentTypeId: z
      .uuid()
      .nullable()
      .describe('The id of the type that the documents of accepted files get; null for none.'),
  })
  .meta({ id: 'FileRequestItemWish', description: 'What an item of a file request asks for.' });

const itemHead = {
  id: shown.ownId(),
  ...ItemWishView.shape,
  status: z
    .enum(itemStatuses)
    .describe(
      'open: no file is there; received: a file waits to be looked at; accepted: all that is there is; rejected: nothing else is there.',
    ),
};
export const RequestItemView = z
  .object(itemHead)
  .meta({ id: 'FileRequestItem', description: 'One thing that a client is asked to send.' });

/** What clients see of a file too. */
export const uploadHead = {
  id: shown.ownId(),
  fileName: z.string().describe('The name of the file, with the extension of its type.'),
  sizeBytes: z.int().describe('The size of the file.'),
  sha256: z.string().describe('SHA-256 of the file, in hexadecimal.'),
  status: z
    .enum(clientUploadStates.states)
    .describe(
      'scanning: it is still being scanned; pending_review: somebody has to look at it; accepted, rejected: somebody has; quarantined: it is harmful, or of a kind that is not taken.',
    ),
  uploadedAt: shown.instant().describe('When it came.'),
  reviewReason: z.string().nullable().describe('Why it was rejected; null if it was not.'),
};
export const ClientUploadView = z
  .object({
    ...uploadHead,
    requestId: z.uuid().describe('The id of the file request.'),
    itemId: z.uuid().describe('The id of the item that it is for.'),
    mimeType: z.string().describe('The type of the file, decided from its bytes.'),
    uploaderName: z.string().nullable().describe('Who sent it; null if nobody said so.'),
    note: z.string().nullable().describe('What the client says about it; null for nothing.'),
    reviewedByUserId: z.string().nullable().describe('The id of who looked at it; null if nobody has.'),
    reviewedAt: shown.instant().nullable().describe('When somebody looked at it; null if nobody has.'),
    documentId: z.uuid().nullable().describe('The id of the document that was made of it; null if none was.'),
    duplicateOf: z
      .uuid()
      .nullable()
      .describe('The id of an earlier file of the request with the same bytes; null if there is none.'),
  })
  .meta({ id: 'ClientUpload', description: 'A file that a client sent.' });

export const ReceivedItemView = z
  .object({ ...itemHead, uploads: z.array(ClientUploadView).describe('The files that came for it.') })
  .meta({
    id: 'FileRequestReceivedItem',
    description: 'One thing that a client is asked to send, with its files.',
  });

const instantOf = (what: string) => shown.instant().nullable().describe(`When ${what}; null if it was not.`);

const requestHead = {
  id: shown.ownId(),
  workspaceId: shown.workspaceId(),
  title: z.string().describe('What it is about.'),
  message: z.string().nullable().describe('What the client reads above the list; null for nothing.'),
  clientName: z.string().describe('The name of the client.'),
  clientEmail: z.string().describe('The address that the link is mailed to.'),
  clientPhone: z.string().nullable().describe('The phone number of the client; null for none.'),
  status: z.enum(fileRequestStates.states).describe('How far the request is.'),
  dueOn: shown.date().nullable().describe('The day by which the files are wanted; null for none.'),
  overdue: z.boolean().describe('Whether that day is over and the client still has something to send.'),
  expiresAt: shown.instant().describe('When the link ends.'),
  folderId: z.uuid().nullable().describe('The id of the folder that accepted files go to; null is the root.'),
  caseId: z.uuid().nullable().describe('The id of the case that it belongs to; null for none.'),
  templateId: z.uuid().nullable().describe('The id of the template that it was made from; null for none.'),
  ownerUserId: z.string().describe('The id of who gets the notices.'),
  createdByUserId: z.string().describe('The id of who made it.'),
  language: z.string().describe('The language of mails and page.'),
  reminders: ReminderScheduleView.nullable().describe('When the client is reminded; null for never.'),
  progress: z
    .object({
      required: z.int().describe('How many items decide: those that are required, or all if none is.'),
      received: z.int().describe('How many of these have files.'),
      accepted: z.int().describe('How many of these have files that were all accepted.'),
    })
    .describe('How far the client is.'),
  sentAt: instantOf('it was sent'),
  lastRemindedAt: instantOf('the client was last reminded'),
  firstOpenedAt: instantOf('the client first opened the link'),
  submittedAt: instantOf('everything that is required had come'),
  completedAt: instantOf('it was completed'),
  endedReason: z.string().nullable().describe('Why it was ended; null if nobody said so.'),
  linkVersion: z.int().nullable().describe('The number of the newest link; null before the first.'),
  linkExpiresAt: shown.instant().nullable().describe('When the newest link ends; null if none works.'),
  nextReminderAt: shown
    .instant()
    .nullable()
    .describe('When the client is reminded next; null if they are not.'),
  createdAt: shown.createdAt(),
  updatedAt: shown.updatedAt(),
  version: shown.version(),
};

export const FileRequestSummaryView = z
  .object({ ...requestHead, items: z.array(RequestItemView).describe('What is asked for.') })
  .meta({ id: 'FileRequestSummary', description: 'A request for files, without the files.' });

export const FileRequestView = z
  .object({ ...requestHead, items: z.array(ReceivedItemView).describe('What is asked for.') })
  .meta({ id: 'FileRequest', description: 'A request to somebody outside to send files.' });

export interface Looking {
  readonly workspaceId: string;
  /** The day in the zone of the workspace. */
  readonly today: PlainDate;
}

/** The request as a list shows it. */
export const fileRequestSummaryView = (
  request: FileRequest,
  { workspaceId, today }: Looking,
): z.input<typeof FileRequestSummaryView> => ({
  ...request,
  workspaceId,
  overdue: isAwaited(request) && request.dueOn !== null && request.dueOn < today,
  progress: progressOf(request),
  items: request.items.map((item) => ({ ...item, acceptedTypes: [...item.acceptedTypes] })),
});

/** The same with its files. */
export const fileRequestView = (
  request: FileRequest,
  uploads: readonly ClientUpload[],
  looking: Looking,
): z.input<typeof FileRequestView> => ({
  ...fileRequestSummaryView(request, looking),
  items: request.items.map((item) => ({
    ...item,
    acceptedTypes: [...item.acceptedTypes],
    uploads: uploads.filter(({ itemId }) => itemId === item.id),
  })),
});
