import { z } from 'zod';
import { changesTo } from '../kernel/changes.ts';
import type { WritingContext } from '../kernel/handler-context.ts';
import { plannedInstant, userId, version } from '../kernel/shapes.ts';
import { invalidField } from '../kernel/validation.ts';
import { memberNotFound } from '../workspace/index.ts';
import { type AccessEntry, type Document, isEditable } from './document.ts';
import { accessList, documentFields, documentId } from './document-fields.ts';
import { onDocument, onDocumentWhen } from './document-levels.ts';
import { tellOf } from './document-participants.ts';
import { changedDocument, documentToChange } from './document-to-change.ts';
import { requireType } from './document-types.ts';
import {
  documentInvalidState,
  documentNotFound,
  documentTypeArchived,
  documentTypeNotFound,
  folderArchived,
  folderNotFound,
} from './errors.ts';
import { documentUpdated, factsOf } from './events.ts';
import { folderToFile } from './folders/folder-to-file.ts';
import { linkTermWords } from './link-term.ts';
import { command, type DocumentsPorts } from './ports.ts';
import { DocumentView } from './views.ts';

const fields = z
  .strictObject({
    ...documentFields,
    ownerUserId: userId().describe('The id of the member who is to be responsible for it; never a guest.'),
    accessList: accessList().describe('Who else may read or edit it; replaces the list that there was.'),
    deadlineAt: plannedInstant(60).describe(
      `When the signing that is under way ends: later than before, and ${linkTermWords}.`,
    ),
  })
  .partial();

const ofManagers = ['ownerUserId', 'visibility', 'accessList', 'deadlineAt'] as const;
const isForManagers = (input: object) => ofManagers.some((field) => field in input);

export const updateDocument = command({
  summary: 'Change what is said about a document',
  description:
    'Renames, describes, tags, types or moves it; its bytes never change. Only who manages it may change its owner, who sees it, and the deadline of its signing.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  cli: { example: { name: 'Engagement letter' } },
  input: z.strictObject({
    documentId: documentId(),
    ...fields.shape,
    expectedVersion: version().optional(),
  }),
  output: z.object({ document: DocumentView }),
  errors: [
    documentNotFound,

    documentInvalidState,
    memberNotFound,
    folderNotFound,
    folderArchived,
    documentTypeNotFound,
    documentTypeArchived,
  ],

  find: documentToChange,
  may: [
    onDocument('edit'),
    onDocumentWhen(
      'its owner, visibility, access list or deadline is changed',
      (_, input: object) => isForManagers(input),
      'manage',
    ),
  ],
  version: (document) => document.version,

  async run({ documentId, expectedVersion: _, deadlineAt, ...given }, context) {
    const { found: document, documents, now, emit } = context;
    if (!isEditable(document)) throw documentInvalidState();
    const changes = changesTo(document, given);
    if (Object.keys(changes).length === 0 && deadlineAt === undefined)
      return changedDocument(document, context);
    if (changes.folderId !== undefined) await folderToFile(changes.folderId, context);
    await requireType(context.documentTypes, changes.documentTypeId);
    await requirePeople(changes, context);

    const { accessList: entries, ...columns } = changes;
    const saved = await documents.save({
      ...document,
      ...columns,
      ...(changes.folderId === undefined ? {} : { inArchivedFolder: false }),
      updatedAt: now,
    });
    if (entries !== undefined) await documents.setAccess(documentId, entries);
    if (changes.documentTypeId !== undefined) await tellOf(documentId, 'typed', context);
    if (changes.folderId !== undefined) await tellOf(documentId, 'moved', context);
    const after = { ...saved, accessList: entries ?? saved.accessList };
    if (Object.keys(changes).length > 0)
      emit(documentUpdated, { ...factsOf(after), changed: Object.keys(changes) });
    if (deadlineAt !== undefined) await moveDeadline(after, deadlineAt, context);
    return changedDocument(after, context);
  },
});

/** The context that knows of signing moves it; where none does, no signing is under way. */
async function moveDeadline(
  document: Document,
  deadlineAt: string,
  context: DocumentsPorts & WritingContext,
): Promise<void> {
  const [known] = context.documentDeadlines;
  if (known === undefined) throw documentInvalidState();
  await known.move(document, deadlineAt, context);
}

/** Owners are active members and no guests; a guest on the list only reads. */
async function requirePeople(
  { ownerUserId, accessList: entries = [] }: { ownerUserId?: string; accessList?: readonly AccessEntry[] },
  { memberDirectory }: DocumentsPorts,
): Promise<void> {
  const named = [
    ...(ownerUserId === undefined ? [] : [ownerUserId]),
    ...entries.map((entry) => entry.userId),
  ];
  if (named.length === 0) return;
  const people = new Map((await memberDirectory.find(named)).map((member) => [member.userId, member]));
  if (named.some((id) => !people.has(id))) throw memberNotFound();
  const owner = ownerUserId === undefined ? undefined : people.get(ownerUserId);
  if (owner !== undefined && (owner.role === 'guest' || owner.status !== 'active')) throw memberNotFound();
  const wrong = entries.findIndex(
    ({ userId: id, level }) => level === 'edit' && people.get(id)?.role === 'guest',
  );
  if (wrong >= 0)
    throw invalidField(`/accessList/${wrong}/level`, 'field.not_an_option', 'Give view: guests only read.');
}
