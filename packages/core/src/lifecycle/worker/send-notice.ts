import { noticeJobs } from '../jobs.ts';
import { reaction } from '../ports.ts';
import type { LifecycleAction } from './action.ts';
import { lifecycleNoticeDue, lifecycleNoticeSent } from './events.ts';
import { type ActionWork, endAction, ofAction } from './run-action.ts';
import { sendOnce } from './send-notice-mail.ts';

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
    // What goes to people who are no members has a job of its own, whose mails are counted (PLT-30).
    for (const mail of await context.read(({ noticeMails }) => noticeMails.unsent(mailIds)))
      if (mail.userId !== null) await sendOnce(mail, context);

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
