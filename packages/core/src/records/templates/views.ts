import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { confidentialities, labels, statedLabels } from '../access/labels.ts';
import { type NamedUsers, UserRef } from '../subjects/user-refs.ts';
import { sectionKinds } from './section.ts';
import {
  coSignerRoles,
  coSignPolicies,
  type RecordTemplate,
  type RecordTemplateVersion,
  recordTemplateStates,
  reviewPolicies,
} from './template.ts';

export const SectionDefinitionView = z
  .object({
    key: z.string().describe('The name of the section for programs.'),
    title: z.string().describe('What people read above it.'),
    kind: z.enum(sectionKinds).describe('What is written in it.'),
    required: z.boolean().describe('Whether an entry needs it to be submitted.'),
    help: z.string().nullable().describe('What to write there; null for nothing.'),
    options: z
      .array(
        z.object({
          value: z.string().describe('The option as it is stored.'),
          label: z.string().describe('The option as people read it.'),
        }),
      )
      .describe('What can be chosen; empty of what is no choice.'),
    minLength: z.int().nullable().describe('The fewest characters of a text; null for any number.'),
    maxLength: z
      .int()
      .nullable()
      .describe('The most characters of a text; null for as many as its kind allows.'),
    min: z.number().nullable().describe('The least number; null for any.'),
    max: z.number().nullable().describe('The greatest number; null for any.'),
    defaultValue: z
      .union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()])
      .describe('What a new entry begins with; null for nothing.'),
  })
  .meta({ id: 'SectionDefinition', description: 'One section of the entries of a template.' });

export const RecordTemplateVersionView = z
  .object({
    number: z.int().describe('Which version of the template it is, from 1 on.'),
    sections: z.array(SectionDefinitionView).describe('What an entry consists of, in this order.'),
    changeNote: z.string().nullable().describe('What is new in it; null if nothing is said.'),
    sha256: z.string().describe('The SHA-256 of the sections in canonical JSON.'),
    createdAt: shown.createdAt(),
    createdBy: UserRef.describe('Who made the version.'),
  })
  .meta({ id: 'RecordTemplateVersion', description: 'The sections of a template; they never change.' });

export const RecordTemplateView = z
  .object({
    id: shown.ownId(),
    workspaceId: shown.workspaceId(),
    code: z.string().describe('The name of the template for programs; it never changes.'),
    name: z.string().describe('What people call it.'),
    entryType: z.string().describe('The type of its entries.'),
    description: z.string().nullable().describe('When it is used; null for nothing.'),
    caseTypes: z.array(z.string()).describe('The types of cases that it is for; empty for all.'),
    status: z.enum(recordTemplateStates.states).describe('Whether new entries can be written from it.'),
    reviewPolicy: z.enum(reviewPolicies).describe('Who approves its entries.'),
    coSignPolicy: z.enum(coSignPolicies).describe('Whether a second person signs too.'),
    coSignerCaseRole: z.enum(coSignerRoles).describe('Who signs too if nobody is named.'),
    defaultConfidentiality: z.enum(confidentialities).describe('The highest label of its new entries.'),
    defaultAdditionalLabels: z.array(z.enum(labels)).describe('Their other labels, the highest first.'),
    retentionPolicyCode: z
      .string()
      .nullable()
      .describe('How long its entries are kept; null for as long as their case.'),
    packCode: z
      .string()
      .nullable()
      .describe('The industry pack that it came with; null if somebody wrote it.'),
    currentVersion: z.int().describe('The version that new entries begin with.'),
    versions: z.array(RecordTemplateVersionView).describe('All versions, the oldest first.'),
    createdAt: shown.createdAt(),
    createdBy: UserRef.describe('Who created it.'),
    updatedAt: shown.updatedAt(),
    updatedBy: UserRef.describe('Who changed it last.'),
    version: shown.version(),
  })
  .meta({ id: 'RecordTemplate', description: 'How entries of a kind are laid out, reviewed and co-signed.' });

export const templateVersionView = (
  { number, sections, changeNote, sha256, createdAt, createdByUserId }: RecordTemplateVersion,
  named: NamedUsers,
): z.input<typeof RecordTemplateVersionView> => ({
  ...{ number, changeNote, sha256, createdAt },
  sections: sections.map((section) => ({
    ...section,
    options: section.options.map((option) => ({ ...option })),
    defaultValue: Array.isArray(section.defaultValue)
      ? [...section.defaultValue]
      : (section.defaultValue as string),
  })),
  createdBy: named(createdByUserId),
});

export function templateView(
  { defaultMask, createdByUserId, updatedByUserId, ...template }: RecordTemplate,
  versions: readonly RecordTemplateVersion[],
  { workspaceId, named }: { readonly workspaceId: string; readonly named: NamedUsers },
): z.input<typeof RecordTemplateView> {
  const { confidentiality, additionalLabels } = statedLabels(defaultMask);
  return {
    ...template,
    workspaceId,
    caseTypes: [...template.caseTypes],
    defaultConfidentiality: confidentiality,
    defaultAdditionalLabels: [...additionalLabels],
    versions: versions.map((each) => templateVersionView(each, named)),
    createdBy: named(createdByUserId),
    updatedBy: named(updatedByUserId),
  };
}
