import { z } from 'zod';
import { placeRefusals } from '../../documents/index.ts';
import { changesTo } from '../../kernel/changes.ts';
import { version } from '../../kernel/shapes.ts';
import { own } from '../../kernel/thing-permission.ts';
import {
  fileRequestTemplateDuplicate,
  fileRequestTemplateNotFound,
  fileRequestTemplateTooMany,
} from '../errors.ts';
import { requirePlaces } from '../new-request.ts';
import { command } from '../ports.ts';
import { templateId } from '../request-fields.ts';
import { aboutTemplate, fileRequestTemplateUpdated } from './events.ts';
import { type FileRequestTemplate, mostTemplates } from './template.ts';
import { templateInput } from './template-fields.ts';
import { FileRequestTemplateView, fileRequestTemplateView } from './views.ts';

const fields = z
  .strictObject({
    ...templateInput,
    archived: z.boolean().describe('True takes it out of use, and false puts it back.'),
  })
  .partial();

export const updateFileRequestTemplate = command({
  summary: 'Change a template of requests for files',
  description: 'Requests that were made from it stay as they are.',
  access: { owner: 'any', admin: 'any', member: 'own' },
  cli: { command: 'file-requests templates update', example: { dueInDays: 14 } },
  input: z.strictObject({
    templateId: templateId(),
    ...fields.shape,
    expectedVersion: version().optional(),
  }),
  output: z.object({ template: FileRequestTemplateView }),
  errors: [
    fileRequestTemplateNotFound,
    fileRequestTemplateDuplicate,
    fileRequestTemplateTooMany,
    ...placeRefusals,
  ],

  async find({ templateId: id }, { fileRequestTemplates }) {
    const template = await fileRequestTemplates.get(id);
    if (template === null) throw fileRequestTemplateNotFound();
    return template;
  },
  may: own('file_request_template', ({ ownerUserId }: FileRequestTemplate) => ownerUserId),
  version: (template) => template.version,

  async run({ templateId: _, expectedVersion: __, ...given }, context) {
    const { found: template, fileRequestTemplates, now, emit } = context;
    const changes = changesTo(template, { ...given, ...(given.message === '' ? { message: null } : {}) });
    const changed = Object.keys(changes);
    if (changed.length === 0) return { template: fileRequestTemplateView(template, context) };
    if (changes.items !== undefined) await requirePlaces(null, changes.items, context);
    if (changes.archived === false && (await fileRequestTemplates.countLive()) >= mostTemplates)
      throw fileRequestTemplateTooMany();

    const after = await fileRequestTemplates.save({ ...template, ...changes, updatedAt: now });
    if (after === null) throw fileRequestTemplateDuplicate();
    emit(fileRequestTemplateUpdated, { ...aboutTemplate(after), changed });
    return { template: fileRequestTemplateView(after, context) };
  },
});
