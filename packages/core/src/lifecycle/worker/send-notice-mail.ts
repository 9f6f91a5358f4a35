import type { Document } from '../../documents/index.ts';
import { workspacePage } from '../../kernel/links.ts';
import { RetryLater } from '../../kernel/outbox.ts';
import { type Instant, plusSeconds } from '../../kernel/time.ts';
import type { LifecyclePorts, LifecycleReacting } from '../ports.ts';
import { recipientsOf } from '../recipients.ts';
import { type NoticedDocument, noticeMail } from './mails/lifecycle-notice.ts';
import type { NoticeMail } from './notice-mail.ts';

/** How long a job keeps a mail that it sends from the others. */
const claimSeconds = 120;
/** How long a job waits for another that sends a mail of both. */
const waitSeconds = 15;

/** Sends a mail unless it was sent, and notes of which notices it told (LIF-27). */
export async function sendOnce(notice: NoticeMail, context: LifecycleReacting): Promise<void> {
  const { jobId, now, transact } = context;
  const { id } = notice;
  const until = plusSeconds(now, claimSeconds);
  if (!(await transact(({ noticeMails }) => noticeMails.claim(id, jobId, now, until)))) {
    const isSent = (await context.read(({ noticeMails }) => noticeMails.unsent([id]))).length === 0;
    if (isSent) return;
    throw new RetryLater('lifecycle.mail_under_way', 'Another notice sends the mail of both', waitSeconds);
  }
  let toldIds: readonly string[];
  try {
    toldIds = await send(notice, context);
  } catch (error) {
    await transact(({ noticeMails }) => noticeMails.release(id, jobId));
    throw error;
  }
  await transact(({ noticeMails }) => noticeMails.markSent(id, toldIds, now));
}

/** Of which notices it told. */
async function send(
  notice: NoticeMail,
  { read, mail, settings, now }: LifecycleReacting,
): Promise<readonly string[]> {
  const found = await read(async (ports) => {
    const documents = await noticedDocuments(notice, now, ports);
    const recipient = await recipientOf(notice, ports);
    if (recipient === null || documents.length === 0) return null;
    return { documents, recipient, workspace: await ports.workspaceIdentity.profile() };
  });
  if (found === null) return [];
  const { documents, recipient, workspace } = found;
  await mail.send({
    key: notice.userId ?? 'outside',
    about: notice.id,
    to: { address: recipient.address, name: recipient.name },
    ...noticeMail({
      locale: recipient.locale,
      recipientName: recipient.name,
      workspaceName: workspace.name,
      documents,
      link: notice.userId === null ? null : workspacePage(settings.webUrl, '/', workspace.id),
    }),
  });
  return documents.map(({ actionId }) => actionId);
}

interface Recipient {
  readonly address: string;
  readonly name: string | null;
  readonly locale: string;
}

/** People who are no members are written to in the language of the workspace. */
async function recipientOf(
  { userId, address }: NoticeMail,
  { memberDirectory, workspaceIdentity }: LifecyclePorts,
): Promise<Recipient | null> {
  if (address !== null)
    return { address, name: null, locale: (await workspaceIdentity.brand()).defaultLocale };
  if (userId === null) return null;
  const contact = await memberDirectory.contact(userId);
  return contact && { address: contact.address, name: contact.displayName, locale: contact.locale };
}

/**
 * What the mail tells of: what the person sees by now, and what still has the date that the notice was for. A notice that was
 * put into another mail meanwhile is told of there.
 */
async function noticedDocuments(
  { id, userId, actionIds }: NoticeMail,
  now: Instant,
  ports: LifecyclePorts,
): Promise<readonly (NoticedDocument & { readonly actionId: string })[]> {
  const noticed: (NoticedDocument & { readonly actionId: string })[] = [];
  for (const actionId of actionIds) {
    const action = await ports.lifecycleActions.find(actionId);
    const document = action && (await ports.documentLibrary.get(action.documentId));
    if (!action?.mailIds.includes(id) || document?.status !== 'active') continue;
    if (!(await isFor(document, userId, ports))) continue;
    const told = await toldOf(document, now, ports);
    if (told !== null && told.expiresOn === action.params.expiresOn) noticed.push({ ...told, actionId });
  }
  return noticed.toSorted((one, other) => (one.expiresOn < other.expiresOn ? -1 : 1));
}

/** Whoever is no member is told of nothing that not every member sees. */
const isFor = async (document: Document, userId: string | null, ports: LifecyclePorts): Promise<boolean> =>
  userId === null
    ? document.visibility === 'workspace'
    : (await recipientsOf(document, [userId], ports)).length > 0;

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
