import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import { type Document, isEditable } from '../document.ts';
import { tellOf } from '../document-participants.ts';
import { documentInvalidState } from '../errors.ts';
import { documentUpdated, factsOf } from '../events.ts';
import type { DocumentsPorts } from '../ports.ts';
import { folderToFile } from './folder-to-file.ts';

type Moving = Pick<DocumentsPorts, 'documents' | 'folders' | 'documentParticipants'> &
  Pick<FollowUpContext, 'now' | 'emit'>;

/** Into another folder, or out of all; whoever calls has locked the document. */
export async function movedDocument(
  document: Document,
  folderId: string | null,
  context: Moving,
): Promise<Document> {
  const { documents, now, emit } = context;
  if (!isEditable(document)) throw documentInvalidState();
  await folderToFile(folderId, context);
  const after = await documents.save({ ...document, folderId, inArchivedFolder: false, updatedAt: now });
  await tellOf(after.id, 'moved', context);
  emit(documentUpdated, { ...factsOf(after), changed: ['folderId'] });
  return after;
}
