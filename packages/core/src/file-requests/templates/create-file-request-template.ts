import { z } from 'zod';
import { placeRefusals } from '../../documents/index.ts';
import { usualReminders } from '../../kernel/reminder-schedule.ts';
import { fileRequestTemplateDuplicate, fileRequestTemplateTooMany } from '../errors.ts';
import { requirePlaces } from '../new-request.ts';
import { command } from '../ports.ts';
import { aboutTemplate, fileRequestTemplateCreated } from './events.ts';
import { type FileRequestTemplate, mostTemplates } from './template.ts';
import { templateInput } from './template-fields.ts';
import { FileRequestTemplateView, fileRequestTemplateView } from './views.ts';

export const createFileRequestTemplate = command({
  summary: 'Make a template for requests for files',
  description: 'Every member may make requests from it; its owner and owners and admins may change it.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: { command: 'file-requests templates create' },
  feature: 'client_file_requests',
  input: z.strictObject({
    name: templateInput.name,
    title: templateInput.title.optional().describe('What its requests are about; by default the name.'),
    message: templateInput.message.optional(),
    items: templateInput.items,
    dueInDays: templateInput.dueInDays.optional(),
    reminders: templateInput.reminders.optional(),
    language: templateInput.language.optional(),
  }),
  output: z.object({ template: FileRequestTemplateView }),
  errors: [fileRequestTemplateDuplicate, fileRequestTemplateTooMany, ...placeRefusals],

  async run({ name, title, message, items, dueInDays, reminders, language }, context) {
    const { fileRequestTemplates, workspaceIdentity, newId, now, user, emit } = context;
    await requirePlaces(null, items, context);
    if ((await fileRequestTemplates.countLive()) >= mostTemplates) throw fileRequestTemplateTooMany();

    const template: FileRequestTemplate = {
      id: newId(),
      name,
      title: title ?? name,
      message: message || null,
      items,
      dueInDays: dueInDays ?? null,
      reminders: reminders === undefined ? usualReminders : reminders,
      language: language ?? (await workspaceIdentity.profile()).defaultLocale,
      archived: false,
      ownerUserId: user.userId,
      createdAt: now,
      updatedAt: now,
      version: 1,
    };
    if (!(await fileRequestTemplates.add(template))) throw fileRequestTemplateDuplicate();
    emit(fileRequestTemplateCreated, { ...aboutTemplate(template), items: items.length });
    return { template: fileRequestTemplateView(template, context) };
  },
});
