import { isManager } from '../kernel/access.ts';
import type { UserPrincipal } from '../kernel/principal.ts';
import { onlyWhen, permissionsOn, type StandingsOfRoles } from '../kernel/thing-permission.ts';
import type { Document } from './document.ts';

/** What somebody may do with a document: all of it as owner or admin of the workspace, as its owner, or by its access list. */
const levels = ['administrator', 'manager', 'editor', 'viewer'] as const;
type DocumentLevel = (typeof levels)[number];

/** The permission table of documents (documents 8). Whoever sees a document may read it, as does who keeps it in force. */
export const documentPermissions = {
  read: ['manager', 'editor', 'viewer'],
  edit: ['manager', 'editor'],
  manage: ['manager'],
  share: ['manager'],
  trash: ['manager'],
  restore: ['manager'],
  release: ['administrator'],
  purge: ['administrator'],
} as const satisfies Readonly<Record<string, readonly DocumentLevel[]>>;

const ofRoles: StandingsOfRoles<DocumentLevel> = {
  owner: { always: ['administrator', 'manager'], perhaps: [] },
  admin: { always: ['administrator', 'manager'], perhaps: [] },
  member: { always: ['viewer'], perhaps: ['manager', 'editor'] },
  guest: { always: ['viewer'], perhaps: [] },
};

type Levelled = Pick<Document, 'ownerUserId' | 'accessList'>;

/** What somebody who sees the document is to it. A guest only reads, whatever list names them. */
function levelsOf(
  { ownerUserId, accessList }: Levelled,
  { userId, membership }: Pick<UserPrincipal, 'userId' | 'membership'>,
): readonly DocumentLevel[] {
  if (isManager(membership?.role)) return ['administrator', 'manager'];
  if (membership?.role === 'guest') return ['viewer'];
  if (ownerUserId === userId) return ['manager'];
  const isEditor = accessList.some((entry) => entry.userId === userId && entry.level === 'edit');
  return [isEditor ? 'editor' : 'viewer'];
}

/** The permission on a document that was found: `may: onDocument('edit')`. */
export const onDocument = permissionsOn('document', documentPermissions, {
  ofRoles,
  standingsOf: (document: Levelled, _input: unknown, { user }) => levelsOf(document, user),
  words: {
    administrator: 'is an owner or admin of the workspace',
    manager: 'owns the document, or is an owner or admin of the workspace',
    editor: 'may edit the document',
    viewer: 'sees the document',
  },
});

/** The permission for a change that only some of the input makes. */
export const onDocumentWhen = <I>(
  when: string,
  applies: (document: Document, input: I) => boolean,
  action: keyof typeof documentPermissions,
) => onlyWhen(when, applies, onDocument(action));

/** What the caller may do, for answers. */
export function permissionsFor(document: Levelled, user: Pick<UserPrincipal, 'userId' | 'membership'>) {
  const own = levelsOf(document, user);
  const may = (action: 'read' | 'edit' | 'manage') =>
    own.some((level) => (documentPermissions[action] as readonly string[]).includes(level));
  return { view: may('read'), edit: may('edit'), manage: may('manage') };
}
