import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import type { EntryAttachment } from '../attachments/attachment.ts';
import { AttachmentView, attachmentView } from '../attachments/views.ts';
import type { EntrySeal } from '../entries/content.ts';
import type { RecordEntry } from '../entries/entry.ts';
import type { RecordSignature } from '../entries/signature.ts';
import { SignatureView, signatureView } from '../entries/signature-view.ts';
import { type NamedUsers, UserRef } from '../subjects/user-refs.ts';
import { type Addendum, addendumKinds, openedAddendum } from './addendum.ts';

export const AddendumView = z
  .object({
    id: shown.ownId(),
    artifactId: z.uuid().describe('The id of the entry.'),
    versionNumber: z.int().describe('The signed version that it was added to.'),
    kind: z
      .enum(addendumKinds)
      .describe('What it is; the last three follow from a request to change the entry.'),
    content: z.string().nullable().describe('What it says; null once it was destroyed.'),
    contentHash: z.string().describe('The salted hash of it, which its author signed.'),
    amendmentId: z.uuid().nullable().describe('The request that it answers; null for none.'),
    author: UserRef.describe('Who wrote it.'),
    createdAt: shown.createdAt(),
    signature: SignatureView.nullable().describe('The signature of its author; null if it is not shown.'),
    attachments: z.array(AttachmentView).describe('The files that came with it; its signature covers them.'),
    status: z
      .enum(['final', 'entered_in_error'])
      .describe('Whether it stands; it was entered in error if its entry was.'),
  })
  .meta({ id: 'Addendum', description: 'Signed text added to a signed entry without changing it.' });

export const addendumView = (
  addendum: Addendum,
  {
    entry,
    signatures,
    attachments,
    named,
    seal,
  }: {
    readonly entry: Pick<RecordEntry, 'status'>;
    readonly signatures: readonly RecordSignature[];
    /** Of the entry; those of the addendum are found among them. */
    readonly attachments: readonly EntryAttachment[];
    readonly named: NamedUsers;
    readonly seal: EntrySeal;
  },
): z.input<typeof AddendumView> => {
  const signature = signatures.find(({ addendumId }) => addendumId === addendum.id);
  return {
    id: addendum.id,
    artifactId: addendum.entryId,
    versionNumber: addendum.versionNumber,
    kind: addendum.kind,
    content: openedAddendum(addendum, seal)?.document.content ?? null,
    contentHash: addendum.contentHash,
    amendmentId: addendum.amendmentId,
    author: named(addendum.authorUserId),
    createdAt: addendum.createdAt,
    signature: signature === undefined ? null : signatureView(signature, named),
    attachments: attachments
      .filter(({ addendumId }) => addendumId === addendum.id)
      .map((attachment) => attachmentView(attachment, seal)),
    status: entry.status === 'entered_in_error' ? 'entered_in_error' : 'final',
  };
};
