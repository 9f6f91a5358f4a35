import { z } from 'zod';
import { id } from '../../kernel/shapes.ts';
import { requireOpenCase } from '../cases/case.ts';
import { caseId, code } from '../cases/case-fields.ts';
import { deniedCase, onCase, seenCase } from '../cases/seen-case.ts';
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
import { action } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import { begun } from './begun-entry.ts';
import { keyOfCase, sealOf } from './case-key.ts';
import type { EntryContent } from './content.ts';
import { entryFields } from './entry-fields.ts';
import { readEntry, shownEntry } from './entry-reading.ts';
import { addedDraft } from './new-draft.ts';
import { EntryView } from './views.ts';
import { defaultsOf, definitionsOf, withGiven } from './written-sections.ts';

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
      .describe(
        'The id of an entry in error that this one takes the place of, of this case or of another one that you see; null for none.',
      ),
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
