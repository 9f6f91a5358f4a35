import { z } from 'zod';
import { sameJson } from '../../kernel/same-json.ts';
import { version } from '../../kernel/shapes.ts';
import { templateLimit, templateNotFound } from '../errors.ts';
import { command } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { templateUpdated } from './events.ts';
import { foundTemplate, onTemplates, requireTemplateRoom, shownTemplate } from './found-template.ts';
import { inStatus, recordTemplateStates } from './template.ts';
import { templateFields, templateId } from './template-fields.ts';
import { RecordTemplateView } from './views.ts';

const changeable = z.object(templateFields).partial().shape;

export const updateRecordTemplate = command({
  summary: 'Change or retire a template of entries',
  description:
    'An archived template stays with its entries, and no new ones are written from it. What is left out stays.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { example: { status: 'archived' } },
  input: z.strictObject({
    templateId: templateId(),
    ...changeable,
    status: z
      .enum(recordTemplateStates.states)
      .optional()
      .describe('Whether new entries can be written from it.'),
    expectedVersion: version().optional(),
  }),
  output: z.object({ template: RecordTemplateView }),
  errors: [templateNotFound, templateLimit],

  find: foundTemplate,
  may: onTemplates('write'),
  version: ({ template }) => template.version,

  async run({ templateId: id, expectedVersion: _, status, ...given }, context) {
    const { recordTemplates, now, user, emit } = context;
    const { template } = context.found;
    const wanted = status ?? template.status;
    const fields = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    const after = { ...template, ...fields, status: inStatus(template.status, wanted) };
    if (sameJson(after, template)) return { template: await shownTemplate(template, context) };
    if (template.status === 'archived' && after.status === 'active') await requireTemplateRoom(1, context);

    const saved = await recordTemplates.save({ ...after, updatedByUserId: user.userId, updatedAt: now });
    const changed = [...Object.keys(changeable), 'status'].filter(
      (field) => !sameJson(template[field as keyof typeof template], after[field as keyof typeof template]),
    );
    emit(templateUpdated, { templateId: id, changed: changed.sort() });
    return { template: await shownTemplate(saved, context) };
  },
});
