import { z } from 'zod';
import { documentNotFound } from '../../documents/index.ts';
import { clientUploadNotFound } from '../../file-requests/index.ts';
import { planLimitReached } from '../../kernel/errors.ts';
import { id, text } from '../../kernel/shapes.ts';
import { meetingNotFound } from '../../meetings/index.ts';
import { uploadRejected, uploadTypeNotAllowed } from '../../uploads/index.ts';
import { onCase } from '../cases/seen-case.ts';
import { sealOf } from '../entries/case-key.ts';
import { artifactId } from '../entries/entry-fields.ts';
import { changedEntry, deniedEntry } from '../entries/seen-entry.ts';
import { action } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { purposeOfUse } from '../subjects/subject-fields.ts';
import { attach, attachingRefusals } from './attach.ts';
import { caption } from './attachment-fields.ts';
import { attachmentSourceNotReady } from './errors.ts';
import { linkedBytes, meetingArtifacts } from './linked-bytes.ts';
import { sealedFile } from './sealed-file.ts';
import { AttachmentView, attachmentView } from './views.ts';

export const linkEntryAttachment = action({
  summary: 'Attach what the workspace has already to the draft of an entry',
  description:
    'A document of the library, a file that a client sent and somebody accepted, or who was at a meeting, as you see it. Its bytes are copied and sealed under the key of the case, so whatever becomes of the source changes nothing here.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  throttles: writesOfRecords,
  input: z.strictObject({
    artifactId: artifactId(),
    documentId: id().optional().describe('The id of the document.'),
    fileRequestUploadId: id().optional().describe('The id of the file that a client sent.'),
    meetingId: id().optional().describe('The id of the meeting; goes with meetingArtifact.'),
    meetingArtifact: z
      .enum(meetingArtifacts)
      .optional()
      .describe(
        'What of the meeting: who was there, as a PDF. Meetings here leave neither recording nor transcript, so these are refused as not ready.',
      ),
    sourceVersion: text(50)
      .optional()
      .describe('The number of the version of the document; by default the one that counts now.'),
    caption: caption(),
    purposeOfUse: purposeOfUse(),
  }),
  output: z.object({ attachment: AttachmentView }),
  errors: [
    ...attachingRefusals,
    planLimitReached,
    documentNotFound,
    clientUploadNotFound,
    meetingNotFound,
    attachmentSourceNotReady,
    uploadTypeNotAllowed,
    uploadRejected,
  ],
  denial: deniedEntry,

  find: changedEntry,
  may: onCase('write'),

  prepare: ({ artifactId: entryId, ...source }, context) =>
    sealedFile(entryId, () => linkedBytes(source, context), context),

  async run({ caption: given }, context) {
    const { prepared, entitlements } = context;
    const { file, key } = prepared;
    await entitlements.take('storage_bytes', file.sizeBytes);
    const seal = sealOf(key, context);
    return { attachment: attachmentView(await attach(file, given, seal, context), seal) };
  },
});
