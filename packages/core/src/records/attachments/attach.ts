import { dependencyUnavailable } from '../../kernel/errors.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import type { EntrySeal } from '../entries/content.ts';
import type { RecordEntry } from '../entries/entry.ts';
import { aboutEntry } from '../entries/events.ts';
import type { SeenEntry } from '../entries/seen-entry.ts';
import {
  entryInvalidState,
  entryNotFound,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../errors.ts';
import type { RecordsPorts } from '../ports.ts';
import { attachmentStates, captionPlace, type EntryAttachment, mostAttachments } from './attachment.ts';
import { attachmentDuplicate, attachmentLimit, entryLocked } from './errors.ts';
import { attachmentCleared, attachmentLeftUnscanned, entryAttachmentAdded } from './events.ts';
import type { SealedFile } from './sealed-file.ts';
import { requireUnlocked } from './seen-attachment.ts';

type Storing = Pick<RecordsPorts, 'entryAttachments' | 'incomingFiles'> &
  Pick<WritingContext, 'user' | 'now' | 'emit'>;
type Context = Storing &
  Pick<RecordsPorts, 'entries'> &
  Pick<WritingContext, 'accessedBy'> & { readonly found: SeenEntry };

/** What the endpoints that attach a file refuse with. */
export const attachingRefusals = [
  entryNotFound,
  entryInvalidState,
  entryLocked,
  attachmentLimit,
  attachmentDuplicate,
  recordsPurposeRequired,
  recordsPurposeNotAllowed,
];

/** Makes sealed bytes a file of the draft; they are the entry's from the commit on. */
export async function attach(
  file: SealedFile,
  caption: string | null,
  seal: EntrySeal,
  context: Context,
): Promise<EntryAttachment> {
  const { found, entries, user, now, emit } = context;
  const { entry } = found;
  await requireUnlocked(entry, context);
  const attachment = await stored(file, { entryId: entry.id, addendumId: null, caption }, seal, context);
  await entries.save({ ...entry, updatedByUserId: user.userId, updatedAt: now });
  context.accessedBy(found.used);
  sayAttached(attachment, entry, { emit });
  return attachment;
}

function sayAttached(
  { id: attachmentId, sha256, fileName }: EntryAttachment,
  entry: RecordEntry,
  { emit }: Pick<Storing, 'emit'>,
): void {
  emit(entryAttachmentAdded, { ...aboutEntry(entry), attachmentId, sha256, fileName });
}

/** Makes sealed bytes a file of an addendum that was signed with it; nothing takes it out again (REC-41). */
export async function attachToAddendum(
  file: SealedFile,
  { addendumId, caption, entry }: Omit<Place, 'entryId'> & { readonly entry: RecordEntry },
  seal: EntrySeal,
  context: Storing,
): Promise<EntryAttachment> {
  const attachment = await stored(file, { entryId: entry.id, addendumId, caption }, seal, context);
  sayAttached(attachment, entry, context);
  return attachment;
}

interface Place {
  readonly entryId: string;
  readonly addendumId: string | null;
  readonly caption: string | null;
}

/** Stores the row of a file. Whoever calls has locked the entry. */
async function stored(
  file: SealedFile,
  { entryId, addendumId, caption }: Place,
  seal: EntrySeal,
  { entryAttachments, incomingFiles, user, now, emit }: Storing,
): Promise<EntryAttachment> {
  const there = (await entryAttachments.of(entryId)).filter(({ removedAt }) => removedAt === null);
  const same = there.find(({ sha256 }) => sha256 === file.sha256);
  if (same !== undefined) throw attachmentDuplicate({ details: [detailOf(same)] });
  if (there.length >= mostAttachments) throw attachmentLimit();
  if (!(await incomingFiles.keep(file.blobKey)))
    throw dependencyUnavailable({ cause: new Error('The file was on its way for longer than a day') });
  const attachment: EntryAttachment = {
    ...file,
    ...{ entryId, addendumId, pinned: addendumId !== null },
    status: attachmentStates.begin(file.status === 'scanning' ? 'scanning' : 'clean'),
    captionSealed: caption === null ? null : seal.sealText(captionPlace(file.id), caption),
    addedByUserId: user.userId,
    addedAt: now,
    removedAt: null,
    releasedAt: null,
  };
  if (!(await entryAttachments.add(attachment))) throw attachmentDuplicate();
  const isUnscanned = attachment.status === 'scanning';
  emit(isUnscanned ? attachmentLeftUnscanned : attachmentCleared, { attachmentId: attachment.id });
  return attachment;
}

const detailOf = ({ id, fileName }: EntryAttachment) => ({
  path: '',
  code: attachmentDuplicate.code,
  message: `Look at ${fileName}, whose id is ${id}.`,
});
