import { z } from 'zod';
import { partOf } from '../attachments/attachment.ts';
import { requireClean } from '../attachments/clean-attachments.ts';
import { attachmentNotClean } from '../attachments/errors.ts';
import { onCase } from '../cases/seen-case.ts';
import {
  entryIncomplete,
  entryInvalidState,
  entryNotAuthor,
  entryNotFound,
  entryTooLarge,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../errors.ts';
import { action } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import type { SectionDefinition } from '../templates/section.ts';
import { isFilled } from '../templates/section-values.ts';
import { keyOfEntry, sealOf } from './case-key.ts';
import { type EntryContent, hashOf, requireFitting, versionDocument } from './content.ts';
import { isEditable, stepped } from './entry.ts';
import { artifactId, expectedVersion, stepReason } from './entry-fields.ts';
import { readEntry, shownEntry } from './entry-reading.ts';
import { aboutEntry, entrySubmitted } from './events.ts';
import { changedEntry, deniedEntry, requireAuthor, workingVersion } from './seen-entry.ts';
import { EntryView } from './views.ts';
import { definitionsOf } from './written-sections.ts';

export const submitEntry = action({
  summary: 'Submit an entry for review',
  description:
    'What is written at this moment is kept as it is and hashed. All required sections have to be filled.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  input: z.strictObject({
    artifactId: artifactId(),
    reason: stepReason(),
    purposeOfUse: purposeOfUse(),
    expectedVersion: expectedVersion(),
  }),
  output: z.object({ entry: EntryView }),
  errors: [
    entryNotFound,
    entryNotAuthor,
    entryInvalidState,
    entryIncomplete,
    attachmentNotClean,
    entryTooLarge,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
  ],
  denial: deniedEntry,

  find: changedEntry,
  may: onCase('write'),
  version: ({ entry }) => entry.version,

  prepare: (input, context) => keyOfEntry(input, context),

  async run({ reason }, context) {
    const { found, prepared: key, entries, entryAttachments, random, now, user, accessedBy, emit } = context;
    requireAuthor(found.entry, user);
    const seal = sealOf(key, context);
    const working = await workingVersion(found.entry, context);
    const content = isEditable(working) ? seal.openContent(working) : null;
    if (content === null) throw entryInvalidState();
    requireComplete(content, await definitionsOf(found.entry, context));

    const { entry, version } = stepped(found.entry, working, 'submit');
    const attached = await requireClean(found.entry, context);
    const document = versionDocument(entry, working.number, content, attached.map(partOf));
    requireFitting(document);
    const submission = working.submission + 1;
    const salt = random.bytes(32);
    const contentHash = hashOf(document, salt);
    const of = { entryId: entry.id, number: working.number, submission };
    await entries.addSubmission({
      ...of,
      documentSealed: seal.sealSnapshot(of, document, salt),
      contentHash,
      submittedAt: now,
      submittedByUserId: user.userId,
      outcome: 'pending',
      reasonSealed: null,
    });
    await entryAttachments.pin(attached.map(({ id }) => id));
    await entries.saveVersion({ ...version, submission, contentHash, submittedAt: now });
    const saved = await entries.save({ ...entry, updatedByUserId: user.userId, updatedAt: now });
    accessedBy(found.used);
    const about = { ...aboutEntry(saved), versionNumber: working.number };
    emit(entrySubmitted, { ...about, submission, contentHash, reason });
    return { entry: shownEntry(await readEntry(saved, {}, context), seal) };
  },
});

/** Only what is required has to be there, and only now (REC-52). */
function requireComplete({ sections }: EntryContent, definitions: readonly SectionDefinition[]): void {
  const missing = definitions.filter(
    ({ key, required }) =>
      required && !isFilled(sections.find((section) => section.key === key)?.value ?? null),
  );
  if (missing.length === 0) return;
  throw entryIncomplete({
    details: missing.map(({ key }) => ({
      path: `/sections/${key}`,
      code: 'field.required',
      message: 'Fill this section.',
    })),
  });
}
