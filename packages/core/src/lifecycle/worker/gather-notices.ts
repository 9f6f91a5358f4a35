import type { Document } from '../../documents/index.ts';
import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { Notice } from '../policies/expiration-policy.ts';
import type { LifecyclePorts } from '../ports.ts';
import { managersOf, whoSees } from '../recipients.ts';
import type { LifecycleAction } from './action.ts';
import type { NoticeMail } from './notice-mail.ts';

/** What actions are started with. */
export type StartingContext = LifecyclePorts & Pick<FollowUpContext, 'now' | 'newId' | 'emit' | 'timeZones'>;

/** Puts notices that are due at once into one mail for each person whom they concern (LIF-13). */
export async function gatherNotices(
  notices: readonly LifecycleAction[],
  context: StartingContext,
): Promise<void> {
  const { lifecycleActions, noticeMails, newId, now } = context;
  const mails = new Map<string, NoticeMail & { readonly actionIds: string[] }>();
  const mailIds = new Map<string, readonly string[]>();
  for (const notice of notices) {
    const told = await toldOf(notice, context);
    for (const userId of told) {
      const mail = mails.get(userId) ?? { id: newId(), userId, actionIds: [], createdAt: now };
      mail.actionIds.push(notice.id);
      mails.set(userId, mail);
    }
    mailIds.set(
      notice.id,
      told.flatMap((userId) => mails.get(userId)?.id ?? []),
    );
  }
  await noticeMails.add([...mails.values()]);
  await lifecycleActions.noteMails(mailIds);
}

/** Whom a notice concerns: those of the policy who see the document, else its owner, else the owners of the workspace (LIF-14). */
async function toldOf(
  { documentId, params }: LifecycleAction,
  context: StartingContext,
): Promise<readonly string[]> {
  const { documentLibrary, lifecycles, expirationPolicies, memberDirectory, now } = context;
  const document = await documentLibrary.get(documentId);
  if (document === null) return [];
  const { policyId, ownerUserId } = await lifecycles.read(documentId, now);
  const [policy] = policyId === null ? [] : await expirationPolicies.among([policyId]);
  const notice = policy?.notices.find(({ daysBefore }) => daysBefore === params.daysBefore);
  const chosen = await chosenBy(notice ?? usual, document, ownerUserId, context);
  for (const userIds of [chosen, [document.ownerUserId]]) {
    const told = await whoSees(document, userIds, context);
    if (told.length > 0) return told.map(({ userId }) => userId);
  }
  return memberDirectory.ownerIds();
}

/** Of a notice that somebody asked for and the policy does not know. */
const usual = { recipients: ['lifecycle_owner'], emails: [] } as const;

/** Addresses count if they are those of members. */
async function chosenBy(
  { recipients, emails }: Pick<Notice, 'recipients' | 'emails'>,
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
