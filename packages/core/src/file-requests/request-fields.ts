import { z } from 'zod';
import { reminderSchedule } from '../kernel/reminder-schedule.ts';
import {
  email,
  id,
  locale,
  multiline,
  plannedDate,
  plannedInstant,
  text,
  userId,
  visibleName,
} from '../kernel/shapes.ts';
import {
  itemTypeNames,
  mostFileBytes,
  mostFilesOfItem,
  mostItems,
  usualFilesOfItem,
} from './request-item.ts';

// What may be said about a request and about a template (documents 2.10).

export const requestId = () => id().describe('The id of the file request.');
export const templateId = () => id().describe('The id of the template.');

const itemFields = {
  name: visibleName(150)
    .describe('What is asked for.')
    .meta({ examples: ['Passport'] }),
  description: multiline(1000)
    .nullable()
    .default(null)
    .describe('What the client should know about it; null for nothing.'),
  required: z.boolean().default(true).describe('Whether the request is answered only with it.'),
  acceptedTypes: z
    .array(z.enum(itemTypeNames))
    .max(itemTypeNames.length)
    .refine((types) => new Set(types).size === types.length, {
      error: 'Name each of them once.',
      params: { code: 'field.duplicate' },
    })
    .default([])
    .describe('The kinds of files that are taken; an empty list takes all of them.'),
  maxFiles: z
    .int()
    .min(1)
    .max(mostFilesOfItem)
    .default(usualFilesOfItem)
    .describe('How many files are taken for it.'),
  maxFileSizeBytes: z
    .int()
    .min(1)
    .max(mostFileBytes)
    .default(mostFileBytes)
    .describe('How large each file may be.'),
  documentTypeId: id()
    .nullable()
    .default(null)
    .describe('The id of the type that the documents of accepted files get; null for none.'),
};
export const itemWish = z
  .strictObject(itemFields)
  .meta({ id: 'FileRequestItemInput', description: 'A file that the client is asked for.' });
const keptItem = z.strictObject({
  id: id().optional().describe('The id of an item of this request to keep; leave it out for a new one.'),
  ...itemFields,
});
export type KeptItemInput = z.output<typeof keptItem>;

export const itemsExample = [
  { name: 'Passport', required: true, acceptedTypes: ['pdf', 'image'], maxFiles: 2 },
];
export const itemsInput = () =>
  z
    .array(itemWish)
    .min(1)
    .max(mostItems)
    .describe('What is asked for.')
    .meta({ examples: [itemsExample] });
const keptItemsInput = () =>
  z
    .array(keptItem)
    .min(1)
    .max(mostItems)
    .describe('All items, in their order; they replace those that there were.')
    .meta({ examples: [itemsExample] });

/** What a template says too. */
export const wordsInput = {
  title: visibleName(200)
    .describe('What the request is about; it is in the subject of its mails.')
    .meta({ examples: ['Documents for your tax return'] }),
  message: multiline(4000).nullable().describe('What the client reads above the list; null for nothing.'),
  reminders: reminderSchedule().nullable().describe('When the client is reminded by itself; null for never.'),
  language: locale().describe('The language of the mails and of the page; by default that of the workspace.'),
};

const requestInput = {
  ...wordsInput,
  clientName: visibleName(200)
    .describe('The name of the client.')
    .meta({ examples: ['Grace Hopper'] }),
  clientEmail: email().describe('The address that the link is mailed to.'),
  clientPhone: text(40)
    .nullable()
    .describe('The phone number of the client with the code of its country, for you; null for none.')
    .meta({ examples: ['+49 30 901820'] }),
  dueOn: plannedDate(14)
    .nullable()
    .describe('The day by which you want the files, at most 730 days ahead; null for none.'),
  expiresAt: plannedInstant(60).describe(
    'When the link ends, at most 365 days ahead; by default 30 days after dueOn, else 90 days after sending.',
  ),
  folderId: id().nullable().describe('The id of the folder that accepted files go to; null is the root.'),
};

/** What is said of a new request; what is left out comes from the template, or is as usual. */
export const newRequestFields = {
  title: requestInput.title.optional(),
  message: requestInput.message.optional(),
  clientName: requestInput.clientName,
  clientEmail: requestInput.clientEmail,
  clientPhone: requestInput.clientPhone.optional(),
  items: itemsInput().optional(),
  templateId: templateId().nullable().optional().describe('The id of a template; null for none.'),
  dueOn: requestInput.dueOn.optional(),
  expiresAt: requestInput.expiresAt.optional(),
  folderId: requestInput.folderId.optional(),
  caseId: id()
    .nullable()
    .optional()
    .describe('The id of the case that it belongs to, which you work on; null for none.'),
  language: requestInput.language.optional(),
  reminders: requestInput.reminders.optional(),
};
export type NewRequestInput = z.output<z.ZodObject<typeof newRequestFields>>;

/** What may be said anew of a request. */
export const requestChanges = z
  .strictObject({
    ...requestInput,
    items: keptItemsInput(),
    ownerUserId: userId().describe('The id of the member who is to own it; never a guest.'),
  })
  .omit({ clientPhone: true, language: true })
  .partial();
export type RequestChanges = z.output<typeof requestChanges>;
