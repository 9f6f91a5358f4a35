import { z } from 'zod';
import { onCase } from '../cases/seen-case.ts';
import { keyOfEntry, sealOf } from '../entries/case-key.ts';
import { artifactId, expectedVersion } from '../entries/entry-fields.ts';
import { readEntry, shownEntry } from '../entries/entry-reading.ts';
import { aboutEntry } from '../entries/events.ts';
import { deniedEntry } from '../entries/seen-entry.ts';
import { EntryView } from '../entries/views.ts';
import {
  entryInvalidState,
  entryNotFound,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../errors.ts';
import { action } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import { isOfDraft, removed } from './attachment.ts';
import { attachmentId } from './attachment-fields.ts';
import { attachmentNotFound, entryLocked } from './errors.ts';
import { attachmentBytesReleased, entryAttachmentRemoved } from './events.ts';
import { requireUnlocked, seenAttachment } from './seen-attachment.ts';

export const removeEntryAttachment = action({
  summary: 'Remove a file from the draft of an entry',
  description:
    'Its bytes are destroyed, unless something that was submitted names it: then they stay for whoever reads that.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  input: z.strictObject({
    artifactId: artifactId(),
    attachmentId: attachmentId(),
    purposeOfUse: purposeOfUse(),
    expectedVersion: expectedVersion(),
  }),
  output: z.object({ entry: EntryView }),
  errors: [
    entryNotFound,
    attachmentNotFound,
    entryLocked,
    entryInvalidState,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
  ],
  denial: deniedEntry,

  find: (input, context) => seenAttachment(input, context, 'for update'),
  may: onCase('write'),
  version: ({ entry }) => entry.version,

  prepare: (input, context) => keyOfEntry(input, context),

  async run(_, context) {
    const { found, prepared: key, entries, entryAttachments, entitlements, user, now, emit } = context;
    const seal = sealOf(key, context);
    await requireUnlocked(found.entry, context);
    if (found.attachment.addendumId !== null) throw entryLocked();
    if (!isOfDraft(found.attachment)) throw attachmentNotFound();
    const attachment = removed(found.attachment, now);
    await entryAttachments.save(attachment);
    const saved = await entries.save({ ...found.entry, updatedByUserId: user.userId, updatedAt: now });
    context.accessedBy(found.used);
    const { id, sha256, sizeBytes, releasedAt } = attachment;
    emit(entryAttachmentRemoved, { ...aboutEntry(saved), attachmentId: id, sha256 });
    if (releasedAt !== null) {
      await entitlements.release('storage_bytes', sizeBytes);
      emit(attachmentBytesReleased, { attachmentId: id });
    }
    return { entry: shownEntry(await readEntry(saved, {}, context), seal) };
  },
});
