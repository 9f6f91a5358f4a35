import { z } from 'zod';
import { ReminderScheduleView } from '../../kernel/reminder-schedule.ts';
import { shown } from '../../kernel/shapes.ts';
import { ItemWishView } from '../views.ts';
import type { FileRequestTemplate } from './template.ts';

export const FileRequestTemplateView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    name: z.string().describe('The name, unique among templates that are not archived.'),
    title: z.string().describe('What its requests are about.'),
    message: z.string().nullable().describe('What clients read above the list; null for nothing.'),
    items: z.array(ItemWishView).describe('What is asked for.'),
    dueInDays: z
      .int()
      .nullable()
      .describe('How many days clients have from the day of the request; null for no due date.'),
    reminders: ReminderScheduleView.nullable().describe('When clients are reminded; null for never.'),
    language: z.string().describe('The language of mails and page.'),
    archived: z.boolean().describe('Whether no request is made from it any more.'),
    ownerUserId: z.string().describe('The id of who made it, or took it over.'),
    createdAt: shown.createdAt(),
    updatedAt: shown.updatedAt(),
    version: shown.version(),
  })
  .meta({ id: 'FileRequestTemplate', description: 'What requests for files can be made from.' });

export const fileRequestTemplateView = (
  template: FileRequestTemplate,
  { workspaceId }: { readonly workspaceId: string },
): z.input<typeof FileRequestTemplateView> => ({
  ...template,
  workspaceId,
  items: template.items.map((item) => ({ ...item, acceptedTypes: [...item.acceptedTypes] })),
});
