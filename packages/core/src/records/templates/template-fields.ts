import { z } from 'zod';
import { faultSentence } from '../../kernel/field-sentences.ts';
import { id, multiline, text, visibleName } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { code } from '../cases/case-fields.ts';
import { subjectFields } from '../subjects/subject-fields.ts';
import { isChoice, isWriting, longestOfKind, type SectionDefinition, sectionKinds } from './section.ts';
import { checkedValue } from './section-values.ts';
import { coSignerRoles, coSignPolicies, reviewPolicies } from './template.ts';

export const templateId = () => id().describe('The id of the template.');

const option = z
  .strictObject({
    value: code(100).describe('The option as it is stored.'),
    label: visibleName(200).describe('The option as people read it.'),
  })
  .meta({ id: 'SectionOption', description: 'What can be chosen in a section.' });

const bound = (what: string) => z.number().nullable().default(null).describe(what);
const length = (what: string) => z.int().min(0).max(50_000).nullable().default(null).describe(what);

const section = z
  .strictObject({
    key: code(50)
      .describe('The name of the section for programs, once in a version.')
      .meta({ examples: ['findings'] }),
    title: visibleName(200)
      .describe('What people read above it.')
      .meta({ examples: ['Findings'] }),
    kind: z.enum(sectionKinds).describe('What is written in it.'),
    required: z.boolean().default(false).describe('Whether an entry needs it to be submitted.'),
    help: text(500).nullable().default(null).describe('What to write there; null for nothing.'),
    options: z.array(option).max(100).default([]).describe('What can be chosen; for choices alone.'),
    minLength: length('The fewest characters of a text; null for any number.'),
    maxLength: length('The most characters of a text; null for as many as its kind allows.'),
    min: bound('The least number; null for any.'),
    max: bound('The greatest number; null for any.'),
    defaultValue: z
      .union([text(2000, 0), z.number(), z.boolean(), z.array(code(100)).max(50), z.null()])
      .default(null)
      .describe('What a new entry begins with; null for nothing.'),
  })
  .meta({ id: 'SectionDefinitionInput', description: 'One section of the entries of a template.' });

export const sectionFields = () =>
  z.array(section).min(1).max(50).describe('What an entry consists of, in this order.');

export const templateFields = {
  name: visibleName(200)
    .describe('What people call the template.')
    .meta({ examples: ['Progress note'] }),
  description: multiline(2000, 1).nullable().describe('When it is used; null for nothing.'),
  caseTypes: z.array(code(100)).max(100).describe('The types of cases that it is for; empty for all.'),
  reviewPolicy: z
    .enum(reviewPolicies)
    .describe('Who approves: whoever wrote the entry too, another one, or another one who leads the case.'),
  coSignPolicy: z.enum(coSignPolicies).describe('Whether a second person signs too.'),
  coSignerCaseRole: z.enum(coSignerRoles).describe('Who signs too if nobody is named.'),
};
export const defaultLabelFields = {
  defaultConfidentiality: subjectFields.confidentiality.describe(
    'The highest label of a new entry that says nothing of its own.',
  ),
  defaultAdditionalLabels: subjectFields.additionalLabels.describe('Its other labels.'),
};

type Fault = (index: number, field: string, message: string, code?: string) => Error;

/** What single fields cannot say: keys once, options for choices alone, bounds in order, and a default that fits. */
export function requireSoundSections(sections: readonly SectionDefinition[], path = ''): void {
  const fault: Fault = (index, field, message, codeOf = 'field.invalid') =>
    invalidField(`${path}/sections/${index}/${field}`, codeOf, message);
  const keys = new Set<string>();
  sections.forEach((each, index) => {
    if (keys.has(each.key)) throw fault(index, 'key', 'Name each section once.', 'field.duplicate');
    keys.add(each.key);
    const values = each.options.map(({ value }) => value);
    if (isChoice(each.kind) !== values.length > 0)
      throw fault(index, 'options', 'Give options for a choice, and for nothing else.');
    if (new Set(values).size < values.length)
      throw fault(index, 'options', 'Name each of them once.', 'field.duplicate');
    requireBounds(each, index, fault);
    checkedValue(each, each.defaultValue, `${path}/sections/${index}/defaultValue`);
  });
}

function requireBounds(
  { kind, minLength, maxLength, min, max }: SectionDefinition,
  index: number,
  fault: Fault,
): void {
  if (!isWriting(kind) && (minLength !== null || maxLength !== null))
    throw fault(index, 'maxLength', 'Give lengths for texts alone.');
  if (isWriting(kind) && (maxLength ?? 0) > longestOfKind[kind])
    throw fault(index, 'maxLength', faultSentence('atMost', longestOfKind[kind]), 'field.out_of_range');
  if (kind !== 'number' && (min !== null || max !== null))
    throw fault(index, 'max', 'Give bounds for numbers alone.');
  if (minLength !== null && maxLength !== null && minLength > maxLength)
    throw fault(index, 'maxLength', 'Give at least minLength.', 'field.out_of_range');
  if (min !== null && max !== null && min > max)
    throw fault(index, 'max', 'Give at least min.', 'field.out_of_range');
}
