import { type Document, documentNotFound } from '../documents/index.ts';
import { isManager, type Role } from '../kernel/access.ts';
import { isFailure } from '../kernel/errors.ts';
import type { DirectoryMember, OwnerContact } from '../workspace/index.ts';
import type { LifecyclePorts } from './ports.ts';

/** Somebody who is mailed about a document. */
export type Recipient = OwnerContact;

type Ports = Pick<LifecyclePorts, 'memberDirectory' | 'documentLibrary'>;

/** Of these people those who are active and see the document, each once: nobody else is told of it (LIF-14). */
export async function recipientsOf(
  document: Pick<Document, 'id'>,
  userIds: readonly string[],
  ports: Ports,
): Promise<readonly Recipient[]> {
  const recipients: Recipient[] = [];
  for (const { userId } of await whoSees(document, userIds, ports)) {
    const contact = await ports.memberDirectory.contact(userId);
    if (contact !== null) recipients.push(contact);
  }
  return recipients;
}

/** The same without how to reach them. */
export async function whoSees(
  { id: documentId }: Pick<Document, 'id'>,
  userIds: readonly string[],
  { memberDirectory, documentLibrary }: Ports,
): Promise<readonly DirectoryMember[]> {
  const seeing: DirectoryMember[] = [];
  for (const member of await memberDirectory.find([...new Set(userIds)]))
    if (member.status === 'active' && (await sees(documentId, member, documentLibrary))) seeing.push(member);
  return seeing;
}

async function sees(
  documentId: string,
  { userId, role }: { readonly userId: string; readonly role: Role },
  documentLibrary: LifecyclePorts['documentLibrary'],
): Promise<boolean> {
  try {
    await documentLibrary.find(documentId, { userId, seesAll: isManager(role), isGuest: role === 'guest' });
    return true;
  } catch (error) {
    if (isFailure(error) && error.code === documentNotFound.code) return false;
    throw error;
  }
}

/** The active owners and admins. */
export async function managersOf({
  memberDirectory,
}: Pick<LifecyclePorts, 'memberDirectory'>): Promise<readonly string[]> {
  const found = await memberDirectory.search('', ['owner', 'admin'], null, mostManagers);
  return found.map(({ userId }) => userId);
}
const mostManagers = 200;
