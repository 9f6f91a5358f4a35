import type { Document } from '../../documents/index.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { Notice } from '../policies/expiration-policy.ts';
import type { LifecyclePorts } from '../ports.ts';
import { managersOf, whoSees } from '../recipients.ts';
import type { LifecycleAction } from './action.ts';
import type { NoticeMail } from './notice-mail.ts';

/** What actions are started with. */
export type StartingContext = LifecyclePorts & Pick<FollowUpContext, 'now' | 'newId' | 'emit' | 'timeZones'>;

/** The mails that notices were put into so far, by whom they go to. */
export type GatheredMails = Map<string, string>;

/** Somebody whom a notice is for: a member, or an address of somebody else. */
type Told = Pick<NoticeMail, 'userId' | 'address'>;
const keyOf = ({ userId, address }: Told) => userId ?? `mailto:${address}`;

/**
 * Puts notices that are due at once into one mail for each person whom they concern, or into those that `gathered` names
 * (LIF-13). The mails leave once the notices are started.
 */
export async function gatherNotices(
  notices: readonly LifecycleAction[],
  gathered: GatheredMails,
  context: StartingContext,
): Promise<void> {
  const { lifecycleActions, noticeMails, newId, now } = context;
  const fresh = new Map<string, NoticeMail & { readonly actionIds: string[] }>();
  const added = new Map<string, string[]>();
  const mailIds = new Map<string, readonly string[]>();
  for (const notice of notices) {
    const own: string[] = [];
    for (const told of await toldOf(notice, context)) {
      const known = gathered.get(keyOf(told));
      const id = known ?? newId();
      if (known === undefined) {
        gathered.set(keyOf(told), id);
        fresh.set(id, { id, ...told, actionIds: [], createdAt: now });
      }
      const into = fresh.get(id)?.actionIds ?? added.get(id) ?? [];
      into.push(notice.id);
      if (!fresh.has(id)) added.set(id, into);
      own.push(id);
    }
    mailIds.set(notice.id, own);
  }
  await noticeMails.add([...fresh.values()]);
  await noticeMails.append(added);
  await lifecycleActions.noteMails(mailIds);
}

/** Whom a notice concerns: those of the policy who see the document, else its owner, else the owners of the workspace (LIF-14). */
async function toldOf(
  { documentId, params }: LifecycleAction,
  context: StartingContext,
): Promise<readonly Told[]> {
  const { documentLibrary, lifecycles, expirationPolicies, memberDirectory, now } = context;
  const document = await documentLibrary.get(documentId);
  if (document === null) return [];
  const { policyId, ownerUserId } = await lifecycles.read(documentId, now);
  const [policy] = policyId === null ? [] : await expirationPolicies.among([policyId]);
  const notice = policy?.notices.find(({ daysBefore }) => daysBefore === params.daysBefore) ?? usual;
  const outside = await outsidersOf(notice, document, context);
  const chosen = await chosenBy(notice, document, ownerUserId, context);
  const members = (await whoSees(document, chosen, context)).map(({ userId }) => member(userId));
  if (members.length + outside.length > 0) return [...members, ...outside];
  const owner = await whoSees(document, [document.ownerUserId], context);
  if (owner.length > 0) return owner.map(({ userId }) => member(userId));
  return (await memberDirectory.ownerIds()).map(member);
}

const member = (userId: string): Told => ({ userId, address: null });

/** Of a notice that somebody asked for and the policy does not know. */
const usual = { recipients: ['lifecycle_owner'], emails: [] } as const;

type Recipients = Pick<Notice, 'recipients' | 'emails'>;

/** Addresses of people who are no members, if the workspace allows them; of a restricted document nothing leaves it. */
async function outsidersOf(
  { recipients, emails }: Recipients,
  { visibility }: Pick<Document, 'visibility'>,
  { lifecycleSettings, memberDirectory }: Pick<LifecyclePorts, 'lifecycleSettings' | 'memberDirectory'>,
): Promise<readonly Told[]> {
  if (!recipients.includes('custom') || visibility === 'restricted') return [];
  const members = new Set((await memberDirectory.byEmails(emails)).map(({ email }) => email?.toLowerCase()));
  const outside = emails.filter((address) => !members.has(address.toLowerCase()));
  if (outside.length === 0 || !(await lifecycleSettings.get()).externalNotices) return [];
  return outside.map((address) => ({ userId: null, address }));
}

async function chosenBy(
  { recipients, emails }: Recipients,
  document: Pick<Document, 'ownerUserId'>,
  lifecycleOwnerId: string | null,
  ports: Pick<LifecyclePorts, 'memberDirectory'>,
): Promise<readonly string[]> {
  const chosen: string[] = [];
  for (const recipient of recipients) {
    if (recipient === 'lifecycle_owner' && lifecycleOwnerId !== null) chosen.push(lifecycleOwnerId);
    if (recipient === 'document_owner') chosen.push(document.ownerUserId);
    if (recipient === 'admins') chosen.push(...(await managersOf(ports)));
    if (recipient === 'custom')
      chosen.push(...(await ports.memberDirectory.byEmails(emails)).map(({ userId }) => userId));
  }
  return chosen;
}
