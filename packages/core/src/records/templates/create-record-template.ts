import { z } from 'zod';
import { statedMask } from '../access/labels.ts';
import { readerOf } from '../access/reader.ts';
import { code } from '../cases/case-fields.ts';
import { templateCodeTaken, templateLimit } from '../errors.ts';
import { command } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { templateCreated, templateVersionCreated } from './events.ts';
import { onTemplates, requireTemplateRoom, shownTemplate } from './found-template.ts';
import { recordTemplateStates, sectionsDigest } from './template.ts';
import {
  defaultLabelFields,
  requireSoundSections,
  sectionFields,
  templateFields,
} from './template-fields.ts';
import { RecordTemplateView } from './views.ts';

export const createRecordTemplate = command({
  summary: 'Create a template of entries',
  description: 'A template says which sections an entry has, who approves it and whether somebody co-signs.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'professional_records',
  throttles: writesOfRecords,
  cli: { example: { sections: [{ key: 'findings', title: 'Findings', kind: 'markdown', required: true }] } },
  input: z.strictObject({
    code: code(100)
      .describe('A name for programs, once in the workspace; it never changes.')
      .meta({ examples: ['progress_note'] }),
    name: templateFields.name,
    entryType: code(100)
      .describe('The type of its entries.')
      .meta({ examples: ['note'] }),
    sections: sectionFields(),
    description: templateFields.description.default(null),
    caseTypes: templateFields.caseTypes.default([]),
    reviewPolicy: templateFields.reviewPolicy.default('peer'),
    coSignPolicy: templateFields.coSignPolicy.default('none'),
    coSignerCaseRole: templateFields.coSignerCaseRole.default('reviewer'),
    defaultConfidentiality: defaultLabelFields.defaultConfidentiality.default('standard'),
    defaultAdditionalLabels: defaultLabelFields.defaultAdditionalLabels.default([]),
    retentionPolicyCode: code(100)
      .nullable()
      .default(null)
      .describe('How long its entries are kept; null for as long as their case.'),
  }),
  output: z.object({ template: RecordTemplateView }),
  errors: [templateCodeTaken, templateLimit],

  find: async (_, context) => ({ reader: await readerOf(context) }),
  may: onTemplates('write'),

  async run({ sections, defaultConfidentiality, defaultAdditionalLabels, ...content }, context) {
    const { recordTemplates, now, newId, user, emit } = context;
    requireSoundSections(sections);
    await requireTemplateRoom(context);
    if (await recordTemplates.isCodeTaken(content.code)) throw templateCodeTaken();

    const templateId = newId();
    const by = { createdByUserId: user.userId, createdAt: now };
    const template = {
      id: templateId,
      ...content,
      status: recordTemplateStates.begin('active'),
      defaultMask: statedMask({
        confidentiality: defaultConfidentiality,
        additionalLabels: defaultAdditionalLabels,
      }),
      currentVersion: 1,
      ...by,
      updatedByUserId: user.userId,
      updatedAt: now,
      version: 1,
    };
    const sha256 = sectionsDigest(sections);
    await recordTemplates.add(template, { templateId, number: 1, sections, changeNote: null, sha256, ...by });
    emit(templateCreated, { templateId, code: template.code, name: template.name });
    emit(templateVersionCreated, { templateId, number: 1, sha256 });
    return { template: await shownTemplate(template, context) };
  },
});
