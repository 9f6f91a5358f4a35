import { machine } from '../kernel/machine.ts';
import { nextReminderAt, type ReminderSchedule } from '../kernel/reminder-schedule.ts';
import type { Instant, PlainDate } from '../kernel/time.ts';
import { type ClientUpload, withStatuses } from './client-upload.ts';
import { fileRequestInvalidState } from './errors.ts';
import { decisiveAmong, type RequestItem } from './request-item.ts';

/**
 * The life of a request for files (documents 3.7). One that has ended can be opened again; a draft that was cancelled is a
 * draft then, since nobody was ever asked.
 */
export const fileRequestStates = machine(fileRequestInvalidState, ['draft'], {
  draft: { edit: 'draft', send: 'sent', cancel: 'cancelled' },
  sent: {
    edit: 'sent',
    relink: 'sent',
    receive: 'in_progress',
    complete: 'completed',
    cancel: 'cancelled',
    expire: 'expired',
  },
  in_progress: {
    edit: 'in_progress',
    relink: 'in_progress',
    submit: 'submitted',
    complete: 'completed',
    cancel: 'cancelled',
    expire: 'expired',
  },
  submitted: {
    edit: 'submitted',
    relink: 'submitted',
    await: 'in_progress',
    complete: 'completed',
    cancel: 'cancelled',
    expire: 'expired',
  },
  completed: { reopen: 'sent', resume: 'in_progress' },
  cancelled: { reopen: 'sent', resume: 'in_progress', redraft: 'draft' },
  expired: { reopen: 'sent', resume: 'in_progress' },
});
export type FileRequestStatus = (typeof fileRequestStates.states)[number];

/** The states in which a client is waited for, or what they sent waits for somebody to look at it. */
export const openStatuses = [
  'sent',
  'in_progress',
  'submitted',
] as const satisfies readonly FileRequestStatus[];

/** Requests of a workspace that have not ended, drafts included (LIB-19). */
export const mostOpenRequests = 10_000;
export const mostDueDays = 730;
export const mostExpiryDays = 365;
/** How long the link works after the due date, and without one after it was sent. */
export const usualDaysAfterDue = 30;
export const usualExpiryDays = 90;

export interface FileRequest {
  readonly id: string;
  readonly title: string;
  readonly message: string | null;
  readonly clientName: string;
  readonly clientEmail: string;
  /** In the form of E.164; nobody calls it. */
  readonly clientPhone: string | null;
  readonly status: FileRequestStatus;
  readonly items: readonly RequestItem[];
  readonly dueOn: PlainDate | null;
  /** When the mail of the due date is due; null if there is none to come. */
  readonly dueMailAt: Instant | null;
  /** The link ends here. */
  readonly expiresAt: Instant;
  /** Nobody chose the end, so that it moves with the due date and with the first sending. */
  readonly expiresByDefault: boolean;
  /** Where accepted files go; null is the root. */
  readonly folderId: string | null;
  readonly caseId: string | null;
  readonly templateId: string | null;
  readonly ownerUserId: string;
  readonly createdByUserId: string;
  /** A BCP 47 tag. */
  readonly language: string;
  readonly reminders: ReminderSchedule | null;
  readonly reminderCount: number;
  readonly nextReminderAt: Instant | null;
  readonly sentAt: Instant | null;
  readonly sentByUserId: string | null;
  readonly lastRemindedAt: Instant | null;
  readonly firstOpenedAt: Instant | null;
  readonly lastOpenedAt: Instant | null;
  readonly submittedAt: Instant | null;
  readonly completedAt: Instant | null;
  /** When it was completed or cancelled, or has expired; null while it has not. */
  readonly endedAt: Instant | null;
  readonly endedReason: string | null;
  /** The number of the newest link; null before the first. */
  readonly linkVersion: number | null;
  readonly linkExpiresAt: Instant | null;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}

export const isOpen = ({ status }: Pick<FileRequest, 'status'>): boolean =>
  (openStatuses as readonly string[]).includes(status);

/** Whether the client is the one who has something to do. */
export const isAwaited = ({ status }: Pick<FileRequest, 'status'>): boolean =>
  status === 'sent' || status === 'in_progress';

/** Whether it takes no more files; what ends it later than this does not end it yet (CFR-9). */
export const isClosed = ({ endedAt }: Pick<FileRequest, 'endedAt'>, now: Instant): boolean =>
  endedAt !== null && endedAt <= now;

/** How many items decide, and how many of these have files, and have files that were accepted. */
export function progressOf({ items }: Pick<FileRequest, 'items'>) {
  const decisive = decisiveAmong(items);
  const having = (...statuses: RequestItem['status'][]) =>
    decisive.filter(({ status }) => statuses.includes(status)).length;
  return {
    required: decisive.length,
    received: having('received', 'accepted'),
    accepted: having('accepted'),
  };
}

/** Reminders go on with their schedule while the client is waited for (CFR-11). */
export const remindedFrom = (request: FileRequest, now: Instant): FileRequest => ({
  ...request,
  nextReminderAt: isAwaited(request) ? nextReminderAt({ ...request, endsAt: request.expiresAt }, now) : null,
});

export interface NewLink {
  readonly linkVersion: number;
  readonly linkExpiresAt: Instant;
}

/** Sent for the first time. */
export const sent = (request: FileRequest, link: NewLink, byUserId: string, now: Instant): FileRequest =>
  remindedFrom(
    {
      ...request,
      ...link,
      status: fileRequestStates.next(request.status, 'send'),
      sentAt: now,
      sentByUserId: byUserId,
      updatedAt: now,
    },
    now,
  );

/** The client was given another link; the schedule of reminders stays as it is (SIG-20). */
export const relinked = (request: FileRequest, link: NewLink, now: Instant): FileRequest => ({
  ...request,
  ...link,
  status: fileRequestStates.next(request.status, 'relink'),
  lastRemindedAt: now,
  updatedAt: now,
});

const ended = (request: FileRequest, reason: string | null, now: Instant): FileRequest => ({
  ...request,
  nextReminderAt: null,
  dueMailAt: null,
  endedAt: now,
  endedReason: reason,
  updatedAt: now,
});

export const cancelled = (request: FileRequest, reason: string | null, now: Instant): FileRequest => ({
  ...ended(request, reason, now),
  status: fileRequestStates.next(request.status, 'cancel'),
  linkExpiresAt: null,
});

export const completed = (request: FileRequest, reason: string | null, now: Instant): FileRequest => ({
  ...ended(request, reason, now),
  status: fileRequestStates.next(request.status, 'complete'),
  completedAt: now,
});

export const expired = (request: FileRequest, now: Instant): FileRequest => ({
  ...ended(request, null, now),
  status: fileRequestStates.next(request.status, 'expire'),
  linkExpiresAt: null,
});

/** Open again until this instant, with the files that came; a fresh link is made by sending or reminding. */
export function reopened(
  request: FileRequest,
  uploads: readonly unknown[],
  expiresAt: Instant,
  now: Instant,
): FileRequest {
  const opened = {
    ...request,
    expiresAt,
    expiresByDefault: false,
    submittedAt: null,
    completedAt: null,
    endedAt: null,
    endedReason: null,
    updatedAt: now,
  };
  const status = fileRequestStates.next(request.status, reopening(request, uploads));
  return remindedFrom({ ...opened, status }, now);
}

function reopening({ sentAt, status }: FileRequest, uploads: readonly unknown[]) {
  if (sentAt === null && status === 'cancelled') return 'redraft';
  return uploads.length > 0 ? 'resume' : 'reopen';
}

/**
 * The request as its files make it: how far each item is and, while the request is open, whether the client is done. Files
 * that come to an end that has been decided meanwhile change the items alone.
 */
export function settled(
  request: FileRequest,
  uploads: readonly Pick<ClientUpload, 'itemId' | 'status'>[],
  now: Instant,
): FileRequest {
  const after = { ...request, items: withStatuses(request.items, uploads), updatedAt: now };
  if (!isOpen(after)) return after;
  const begun =
    after.status === 'sent' && uploads.length > 0
      ? { ...after, status: fileRequestStates.next(after.status, 'receive') }
      : after;
  const { required, received } = progressOf(begun);
  const isDone = received === required;
  if (isDone && begun.status === 'in_progress')
    return remindedFrom(
      { ...begun, status: fileRequestStates.next(begun.status, 'submit'), submittedAt: now },
      now,
    );
  if (!isDone && begun.status === 'submitted')
    return remindedFrom(
      { ...begun, status: fileRequestStates.next(begun.status, 'await'), submittedAt: null },
      now,
    );
  return begun;
}
