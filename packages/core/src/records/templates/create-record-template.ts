import { z } from 'zod';
import { readerOf } from '../access/reader.ts';
import { templateCodeTaken, templateLimit } from '../errors.ts';
import { workflowOf } from '../pack/record-pack.ts';
import { command } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { onTemplates, requireTemplateRoom, shownTemplate } from './found-template.ts';
import { addTemplate, newTemplateInput } from './new-template.ts';
import { RecordTemplateView } from './views.ts';

export const createRecordTemplate = command({
  summary: 'Create a template of entries',
  description: 'A template says which sections an entry has, who approves it and whether somebody co-signs.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'professional_records',
  throttles: writesOfRecords,
  cli: { example: { sections: [{ key: 'findings', title: 'Findings', kind: 'markdown', required: true }] } },
  input: newTemplateInput,
  output: z.object({ template: RecordTemplateView }),
  errors: [templateCodeTaken, templateLimit],

  find: async (_, context) => ({ reader: await readerOf(context) }),
  may: onTemplates('write'),

  async run(given, context) {
    const { recordTemplates } = context;
    await requireTemplateRoom(1, context);
    if (await recordTemplates.isCodeTaken(given.code)) throw templateCodeTaken();
    const from = { packCode: null, workflow: await workflowOf(context) };
    return { template: await shownTemplate(await addTemplate(given, from, context), context) };
  },
});
