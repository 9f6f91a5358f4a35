import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import { entryAndLabels, ofEntry } from '../entries/events.ts';

const ofAttachment = { ...entryAndLabels, attachmentId: id(), sha256: z.string() };
interface Facts {
  readonly attachmentId: string;
  readonly sha256: string;
}
const facts = ({ attachmentId, sha256 }: Facts) => ({ attachmentId, sha256 });

export const entryAttachmentAdded = event(
  'entry.attachment_added',
  z.strictObject({ ...ofAttachment, fileName: z.string() }),
  { ...ofEntry, facts, detail: ({ fileName }) => ({ fileName }) },
);
export const entryAttachmentRemoved = event('entry.attachment_removed', z.strictObject(ofAttachment), {
  ...ofEntry,
  facts,
});
export const entryAttachmentRead = event('entry.attachment_read', z.strictObject(ofAttachment), {
  ...ofEntry,
  facts,
});
export const entryAttachmentQuarantined = event(
  'entry.attachment_quarantined',
  z.strictObject(ofAttachment),
  { ...ofEntry, facts },
);

// What follows has no ledger line, since each of them follows an event that has one.
const ofJob = z.strictObject({ attachmentId: id() });

/** No scanner could be asked while the file came in, so a job asks it. */
export const attachmentLeftUnscanned = event('entry.attachment_left_unscanned', ofJob, null);
/** The file is clean, so that it may be read. */
export const attachmentCleared = event('entry.attachment_cleared', ofJob, null);
/** The text of the file is there, for whoever searches in it. */
export const attachmentTextRead = event('entry.attachment_text_read', ofJob, null);
/** The sealed bytes belong to nothing any more. */
export const attachmentBytesReleased = event('entry.attachment_bytes_released', ofJob, null);
/** What came in lies sealed elsewhere now, so that the plain object goes (REC-99). */
export const plainObjectReleased = event(
  'entry.plain_object_released',
  z.strictObject({ blobKey: z.string().regex(/^ws\/[a-z0-9_]+\/(?:in|up)\/[0-9a-z./-]+$/) }),
  null,
);
