import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { id } from '../../kernel/shapes.ts';
import { invalidField } from '../../kernel/validation.ts';
import { statedLabels } from '../access/labels.ts';
import { purposeUsed } from '../access/purposes.ts';
import { requireOpenCase } from '../cases/case.ts';
import { caseId, code } from '../cases/case-fields.ts';
import { deniedCase, onCase, type SeenCase, seenCase } from '../cases/seen-case.ts';
import {
  caseInvalidState,
  caseNotFound,
  entryInvalidState,
  entryLimit,
  entryNotFound,
  entryTooLarge,
  recordsLabelNotCleared,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
  subjectNotFound,
  templateArchived,
  templateNotFound,
} from '../errors.ts';
import { requirePackType, workflowOf } from '../pack/record-pack.ts';
import { action, type RecordsPorts } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import type { RecordTemplate } from '../templates/template.ts';
import { requireCoSigner } from './asked-co-signer.ts';
import { keyOfCase, sealOf } from './case-key.ts';
import type { EntryContent } from './content.ts';
import type { RecordEntry } from './entry.ts';
import { entryFields } from './entry-fields.ts';
import { readEntry, shownEntry } from './entry-reading.ts';
import { labelledEntry } from './labelled-entry.ts';
import { requireEncounter } from './named-encounter.ts';
import { addedDraft, newDraft } from './new-draft.ts';
import { EntryView } from './views.ts';
import { defaultsOf, definitionsOf, requirePast, withGiven } from './written-sections.ts';

export const createEntry = action({
  summary: 'Begin an entry in a case',
  description:
    'Written from a template, section by section, or without one as one text in Markdown. It is a draft until it is submitted.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  feature: 'professional_records',
  throttles: writesOfRecords,
  cli: { example: { body: 'She called this morning.' } },
  input: z.strictObject({
    caseId: caseId(),
    title: entryFields.title,
    entryType: code(100)
      .describe('The type of the entry, a word of your trade; note if there is none.')
      .meta({ examples: ['note'] }),
    subjectId: id()
      .optional()
      .describe('The id of the subject that it is about; by default that of the case.'),
    encounterId: entryFields.encounterId.default(null),
    templateId: id().optional().describe('The id of the template to write from; none for one text.'),
    templateVersion: z.int().min(1).max(100_000).optional().describe('By default the current one.'),
    sections: entryFields.sections.optional(),
    body: entryFields.body.optional(),
    occurredAt: entryFields.occurredAt.optional(),
    confidentiality: entryFields.confidentiality.optional(),
    additionalLabels: entryFields.additionalLabels.optional(),
    coSignFromUserId: entryFields.coSignFromUserId.default(null),
    replacesArtifactId: id()
      .nullable()
      .default(null)
      .describe('The id of an entry of the case in error that this one takes the place of; null for none.'),
    purposeOfUse: purposeOfUse(),
  }),
  output: z.object({ entry: EntryView }),
  errors: [
    caseNotFound,
    caseInvalidState,
    subjectNotFound,
    templateNotFound,
    templateArchived,
    entryNotFound,
    entryInvalidState,
    entryLimit,
    entryTooLarge,
    recordsLabelNotCleared,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
  ],
  denial: deniedCase,

  find: (input, context) => seenCase(input, context, 'for update'),
  may: onCase('write'),

  prepare: (input, context) => keyOfCase(input, context),

  async run(input, context) {
    const { found, prepared: key, newId, accessedBy } = context;
    requireOpenCase(found.case);
    const seal = sealOf(key, context);
    const entry = await begun(newId(), input, found, context);
    const definitions = await definitionsOf(entry, context);
    const content: EntryContent = {
      title: entry.title,
      occurredAt: entry.occurredAt,
      encounterId: entry.encounterId,
      sections: withGiven(definitions, defaultsOf(definitions), input),
    };
    await addedDraft(entry, content, seal, context);
    accessedBy(found.used);
    return { entry: shownEntry(await readEntry(entry, {}, context), seal) };
  },
});

type Input = Pick<
  z.output<(typeof createEntry)['input']>,
  | 'title'
  | 'entryType'
  | 'subjectId'
  | 'encounterId'
  | 'templateId'
  | 'templateVersion'
  | 'occurredAt'
  | 'confidentiality'
  | 'additionalLabels'
  | 'coSignFromUserId'
  | 'replacesArtifactId'
  | 'purposeOfUse'
>;
type Context = RecordsPorts & WritingContext;

/** The entry as it would be stored. */
async function begun(entryId: string, input: Input, found: SeenCase, context: Context): Promise<RecordEntry> {
  const { now, user } = context;
  const { template, version } = await pinned(input, context);
  if (input.entryType !== template?.entryType) await requirePackType('entryType', input.entryType, context);
  const workflow = await workflowOf(context);
  const occurredAt = input.occurredAt ?? now;
  requirePast(occurredAt, context);
  await requireReplaceable(input.replacesArtifactId, found.case.id, context);
  await requireCoSigner(input.coSignFromUserId, found.case.id, context);
  await requireEncounter(input.encounterId, found.case.id, context);
  const entry = newDraft(
    {
      id: entryId,
      caseId: found.case.id,
      subjectId: await linkedSubject(input, found, context),
      encounterId: input.encounterId,
      entryType: input.entryType,
      title: input.title,
      occurredAt,
      ...{ ownMask: 0, effectiveMask: 0, authorUserId: user.userId },
      coSignerUserId: input.coSignFromUserId,
      replacesArtifactId: input.replacesArtifactId,
    },
    { template, templateVersion: version, workflow, now },
  );
  const standing = { ...found.standing, isAuthor: true };
  const asked = { ...labelsIn(input, template), purposeOfUse: input.purposeOfUse };
  return labelledEntry(entry, asked, { reader: found.reader, standing }, context);
}

/** The labels that are given, or else those of the template. */
function labelsIn(
  { confidentiality, additionalLabels }: Pick<Input, 'confidentiality' | 'additionalLabels'>,
  template: RecordTemplate | null,
) {
  const isGiven = confidentiality !== undefined || additionalLabels !== undefined;
  if (isGiven || template === null) return { confidentiality, additionalLabels };
  return statedLabels(template.defaultMask);
}

async function pinned(
  { templateId, templateVersion }: Pick<Input, 'templateId' | 'templateVersion'>,
  { recordTemplates }: Context,
): Promise<{ readonly template: RecordTemplate | null; readonly version: number | null }> {
  if (templateId === undefined) {
    if (templateVersion === undefined) return { template: null, version: null };
    throw invalidField('/templateVersion', 'field.unknown', 'Name the template too.');
  }
  const template = await recordTemplates.get(templateId);
  if (template.status === 'archived') throw templateArchived();
  const version = templateVersion ?? template.currentVersion;
  if (version > template.currentVersion)
    throw invalidField('/templateVersion', 'field.out_of_range', 'Name a version that there is.');
  return { template, version };
}

/** The subject of the case, or another one that is linked to it and that the caller sees. */
async function linkedSubject(
  { subjectId, purposeOfUse: purpose }: Pick<Input, 'subjectId' | 'purposeOfUse'>,
  { case: { id: of, primarySubjectId }, reader }: SeenCase,
  { caseSubjects, now }: Context,
): Promise<string> {
  if (subjectId === undefined || subjectId === primarySubjectId) return primarySubjectId;
  const linked = await caseSubjects.of(of, {
    reader,
    now,
    masks: Array.from({ length: 256 }, (_, mask) => mask),
    purpose: purposeUsed(purpose ?? null),
  });
  const known = linked.find((each) => each.subjectId === subjectId);
  if (known === undefined || known.displayName === null) throw subjectNotFound();
  return subjectId;
}

async function requireReplaceable(
  replacesArtifactId: string | null,
  of: string,
  { entries }: Context,
): Promise<void> {
  if (replacesArtifactId === null) return;
  const replaced = await entries.find(replacesArtifactId);
  if (replaced === null || replaced.caseId !== of) throw entryNotFound();
  if (replaced.status !== 'entered_in_error') throw entryInvalidState();
}
