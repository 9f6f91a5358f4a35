import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { statedMask } from '../access/labels.ts';
import { code } from '../cases/case-fields.ts';
import type { RecordWorkflow } from '../pack/record-pack.ts';
import type { RecordsPorts } from '../ports.ts';
import { templateCreated, templateVersionCreated } from './events.ts';
import { type RecordTemplate, recordTemplateStates, sectionsDigest } from './template.ts';
import {
  defaultLabelFields,
  requireSoundSections,
  sectionFields,
  templateFields,
} from './template-fields.ts';

/** What is said of a new template. */
export const newTemplateInput = z.strictObject({
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
  reviewPolicy: templateFields.reviewPolicy
    .optional()
    .describe(
      'Who approves: whoever wrote the entry too, another one, or another one who leads the case. Without it, as the industry pack says.',
    ),
  coSignPolicy: templateFields.coSignPolicy.default('none'),
  coSignerCaseRole: templateFields.coSignerCaseRole.default('reviewer'),
  defaultConfidentiality: defaultLabelFields.defaultConfidentiality.default('standard'),
  defaultAdditionalLabels: defaultLabelFields.defaultAdditionalLabels.default([]),
  retentionPolicyCode: code(100)
    .nullable()
    .default(null)
    .describe('How long its entries are kept; null for as long as their case.'),
});
export type NewTemplate = z.output<typeof newTemplateInput>;

export interface TemplateOrigin {
  /** The industry pack that it comes from; null if somebody wrote it. */
  readonly packCode: string | null;
  readonly workflow: Pick<RecordWorkflow, 'reviewPolicy'>;
}

type Context = Pick<RecordsPorts, 'recordTemplates'> &
  Pick<WritingContext, 'now' | 'newId' | 'user' | 'emit'>;

/** Adds a template whose code is free, with its first version. */
export async function addTemplate(
  { sections, defaultConfidentiality, defaultAdditionalLabels, ...content }: NewTemplate,
  { packCode, workflow }: TemplateOrigin,
  { recordTemplates, now, newId, user, emit }: Context,
): Promise<RecordTemplate> {
  requireSoundSections(sections);
  const templateId = newId();
  const by = { createdByUserId: user.userId, createdAt: now };
  const template = {
    id: templateId,
    ...content,
    reviewPolicy: content.reviewPolicy ?? workflow.reviewPolicy,
    status: recordTemplateStates.begin('active'),
    defaultMask: statedMask({
      confidentiality: defaultConfidentiality,
      additionalLabels: defaultAdditionalLabels,
    }),
    packCode,
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
  return template;
}
