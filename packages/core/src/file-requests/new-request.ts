import type { WritingContext } from '../kernel/handler-context.ts';
import { usualReminders } from '../kernel/reminder-schedule.ts';
import type { PlainDate } from '../kernel/time.ts';
import { invalidField } from '../kernel/validation.ts';
import { mayWorkOn } from './case-access.ts';
import { caseNotFound, fileRequestTooMany } from './errors.ts';
import {
  daysAfter,
  dueMailAtOf,
  type LocalDays,
  requireDueDay,
  requireExpiry,
  usualExpiry,
} from './local-days.ts';
import type { FileRequestsPorts } from './ports.ts';
import { type FileRequest, fileRequestStates, mostOpenRequests } from './request.ts';
import type { NewRequestInput } from './request-fields.ts';
import type { ItemWish, RequestItem } from './request-item.ts';
import type { FileRequestTemplate } from './templates/template.ts';

type Context = FileRequestsPorts & WritingContext;

/** Of a request that was never sent. */
const nobodyAsked = {
  reminderCount: 0,
  nextReminderAt: null,
  sentAt: null,
  sentByUserId: null,
  lastRemindedAt: null,
  firstOpenedAt: null,
  lastOpenedAt: null,
  submittedAt: null,
  completedAt: null,
  endedAt: null,
  endedReason: null,
  linkVersion: null,
  linkExpiresAt: null,
} as const;

/** Passes if there may be one more that has not ended (LIB-19). */
export async function requireRoomForAnother({
  fileRequests,
}: Pick<FileRequestsPorts, 'fileRequests'>): Promise<void> {
  if ((await fileRequests.countUnended()) >= mostOpenRequests) throw fileRequestTooMany();
}

/** The draft of a request, by what was given and by the template. */
export async function newRequest(
  input: NewRequestInput,
  template: FileRequestTemplate | null,
  days: LocalDays,
  context: Context,
): Promise<FileRequest> {
  const { newId, now, user, workspaceIdentity } = context;
  const title = input.title ?? template?.title;
  if (title === undefined) throw invalidField('/title', 'field.required', 'Give this field.');
  const dueOn = dueOnOf(input, template, days);
  if (input.expiresAt !== undefined) requireExpiry(input.expiresAt, now);
  return {
    id: newId(),
    title,
    message: (input.message === undefined ? template?.message : input.message) || null,
    clientName: input.clientName,
    clientEmail: input.clientEmail,
    clientPhone: checkedPhone(input.clientPhone, context),
    status: fileRequestStates.begin('draft'),
    items: newItems(input.items ?? template?.items ?? [], newId),
    dueOn,
    dueMailAt: dueMailAtOf(dueOn, days, now),
    expiresAt: input.expiresAt ?? usualExpiry(dueOn, days, now),
    expiresByDefault: input.expiresAt === undefined,
    folderId: input.folderId ?? null,
    caseId: await checkedCase(input.caseId, context),
    templateId: template?.id ?? null,
    ownerUserId: user.userId,
    createdByUserId: user.userId,
    language: input.language ?? template?.language ?? (await workspaceIdentity.profile()).defaultLocale,
    reminders: remindersOf(input, template),
    ...nobodyAsked,
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}

function dueOnOf(
  { dueOn }: NewRequestInput,
  template: FileRequestTemplate | null,
  days: LocalDays,
): PlainDate | null {
  if (dueOn === undefined)
    return template === null || template.dueInDays === null
      ? null
      : daysAfter(days.today, template.dueInDays);
  if (dueOn !== null) requireDueDay(dueOn, days);
  return dueOn;
}

function remindersOf({ reminders }: NewRequestInput, template: FileRequestTemplate | null) {
  if (reminders !== undefined) return reminders;
  return template === null ? usualReminders : template.reminders;
}

function newItems(wishes: readonly ItemWish[], newId: () => string): readonly RequestItem[] {
  if (wishes.length === 0)
    throw invalidField('/items', 'file_request.items_missing', 'Name at least one thing that you ask for.');
  return wishes.map((wish) => newItem(wish, newId()));
}

export const newItem = (
  { name, description, required, acceptedTypes, maxFiles, maxFileSizeBytes, documentTypeId }: ItemWish,
  id: string,
): RequestItem => ({
  id,
  name,
  description: description || null,
  required,
  acceptedTypes,
  maxFiles,
  maxFileSizeBytes,
  documentTypeId,
  status: 'open',
});

/** The number in the form of E.164, or null for none. */
export function checkedPhone(
  phone: string | null | undefined,
  { phoneNumbers }: Pick<FileRequestsPorts, 'phoneNumbers'>,
): string | null {
  if (!phone) return null;
  const number = phoneNumbers.parse(phone);
  if (number === null)
    throw invalidField(
      '/clientPhone',
      'field.invalid',
      'Give a number that exists, with the code of its country, such as +49 30 901820.',
    );
  return number;
}

async function checkedCase(
  caseId: string | null | undefined,
  { caseAccess, user }: Pick<Context, 'caseAccess' | 'user'>,
): Promise<string | null> {
  if (caseId == null) return null;
  if (!(await mayWorkOn(caseAccess, user.userId, caseId))) throw caseNotFound();
  return caseId;
}

/** Passes if accepted files could be filed so: the folder is there, and so is every type that an item names. */
export async function requirePlaces(
  folderId: string | null,
  items: readonly Pick<ItemWish, 'documentTypeId'>[],
  { documentLibrary }: Pick<FileRequestsPorts, 'documentLibrary'>,
): Promise<void> {
  const types = new Set(items.map(({ documentTypeId }) => documentTypeId));
  for (const documentTypeId of types.size === 0 ? [null] : types)
    await documentLibrary.requirePlace({ folderId, documentTypeId });
}
