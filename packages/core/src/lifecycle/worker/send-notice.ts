import type { Document } from '../../documents/index.ts';
import { workspacePage } from '../../kernel/links.ts';
import { RetryLater } from '../../kernel/outbox.ts';
import { type Instant, plusSeconds } from '../../kernel/time.ts';
import { noticeJobs } from '../jobs.ts';
import { type LifecyclePorts, type LifecycleReacting, reaction } from '../ports.ts';
import { recipientsOf } from '../recipients.ts';
import type { LifecycleAction } from './action.ts';
import { lifecycleNoticeDue, lifecycleNoticeSent } from './events.ts';
import { type NoticedDocument, noticeMail } from './mails/lifecycle-notice.ts';
import type { NoticeMail } from './notice-mail.ts';
import { type ActionWork, endAction, ofAction } from './run-action.ts';

/** How long a job keeps a mail that it sends from the others. */
const claimSeconds = 120;
/** How long a job waits for another that sends a mail of both. */
const waitSeconds = 15;

/**
 * Sends the mails that a notice is part of, as far as no other notice in them has had them sent. A mail is handed on, then
 * marked, and then the notice has succeeded; a process that ends in between sends it again under the same message id (LIF-27).
 */
export const sendLifecycleNotice = reaction(
  lifecycleNoticeDue,
  {
    topic: 'lifecycle.action.send_notice',
    policy: noticeJobs,
    aggregate: ofAction,
    mails: 'members',
    databaseRole: 'identity',
  },
  async ({ actionId }, context) => {
    const action = await context.read(({ lifecycleActions }) => lifecycleActions.find(actionId));
    if (action === null || action.status !== 'started') return;
    const { mailIds } = action;
    for (const mail of await context.read(({ noticeMails }) => noticeMails.unsent(mailIds)))
      await sendOnce(mail, context);

    await context.once((work) => conclude(action, work));
  },
);

/**
 * What nobody was mailed has not been sent. It is cancelled if its document has left the library meanwhile, so that it may be
 * planned anew if somebody takes that out of the trash; else its time is over (LIF-15).
 */
async function conclude(action: LifecycleAction, work: ActionWork): Promise<void> {
  const { id: actionId, documentId, mailIds } = action;
  const document = await work.documentLibrary.get(documentId, 'for update');
  if (document === null) return;
  const recipients = await work.noticeMails.telling(mailIds, actionId);
  if (recipients === 0) return endAction(action, document.status === 'active' ? 'skip' : 'cancel', work);
  const { daysBefore, expiresOn } = action.params;
  work.emit(lifecycleNoticeSent, { actionId, documentId, daysBefore, expiresOn, recipients });
  await endAction(action, 'succeed', work);
}

async function sendOnce({ id, ...mail }: NoticeMail, context: LifecycleReacting): Promise<void> {
  const { jobId, now, transact } = context;
  const until = plusSeconds(now, claimSeconds);
  if (!(await transact(({ noticeMails }) => noticeMails.claim(id, jobId, now, until)))) {
    const isSent = (await context.read(({ noticeMails }) => noticeMails.unsent([id]))).length === 0;
    if (isSent) return;
    throw new RetryLater('lifecycle.mail_under_way', 'Another notice sends the mail of both', waitSeconds);
  }
  let toldIds: readonly string[];
  try {
    toldIds = await send({ id, ...mail }, context);
  } catch (error) {
    await transact(({ noticeMails }) => noticeMails.release(id, jobId));
    throw error;
  }
  await transact(({ noticeMails }) => noticeMails.markSent(id, toldIds, now));
}

/** Of which notices it told. */
async function send(
  { id, userId, actionIds }: NoticeMail,
  { read, mail, settings, now }: LifecycleReacting,
): Promise<readonly string[]> {
  const found = await read(async (ports) => {
    const documents = await noticedDocuments(actionIds, userId, now, ports);
    const recipient = await ports.memberDirectory.contact(userId);
    if (recipient === null || documents.length === 0) return null;
    return { documents, recipient, workspace: await ports.workspaceIdentity.profile() };
  });
  if (found === null) return [];
  const { documents, recipient, workspace } = found;
  await mail.send({
    key: userId,
    about: id,
    to: { address: recipient.address, name: recipient.displayName },
    ...noticeMail({
      locale: recipient.locale,
      recipientName: recipient.displayName,
      workspaceName: workspace.name,
      documents,
      link: workspacePage(settings.webUrl, '/', workspace.id),
    }),
  });
  return documents.map(({ actionId }) => actionId);
}

/** What the mail tells of: what the person sees by now, and what still has the date that the notice was for. */
async function noticedDocuments(
  actionIds: readonly string[],
  userId: string,
  now: Instant,
  ports: LifecyclePorts,
): Promise<readonly (NoticedDocument & { readonly actionId: string })[]> {
  const noticed: (NoticedDocument & { readonly actionId: string })[] = [];
  for (const actionId of actionIds) {
    const action = await ports.lifecycleActions.find(actionId);
    const document = action && (await ports.documentLibrary.get(action.documentId));
    if (action === null || document?.status !== 'active') continue;
    if ((await recipientsOf(document, [userId], ports)).length === 0) continue;
    const told = await toldOf(document, now, ports);
    if (told !== null && told.expiresOn === action.params.expiresOn) noticed.push({ ...told, actionId });
  }
  return noticed.toSorted((one, other) => (one.expiresOn < other.expiresOn ? -1 : 1));
}

async function toldOf(
  { id, name }: Document,
  now: Instant,
  { lifecycles }: LifecyclePorts,
): Promise<NoticedDocument | null> {
  const lifecycle = await lifecycles.read(id, now);
  const { expiresOn, timeZone, confirmedAt, requireConfirmation, supersededByDocumentId } = lifecycle;
  if (expiresOn === null || supersededByDocumentId !== null) return null;
  return { name, expiresOn, timeZone, isUnconfirmed: requireConfirmation && confirmedAt === null };
}
