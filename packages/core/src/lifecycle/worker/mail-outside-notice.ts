import { noticeJobs } from '../jobs.ts';
import { type LifecyclePorts, reaction } from '../ports.ts';
import { lifecycleOutsideNoticeDue } from './events.ts';
import { sendOnce } from './send-notice-mail.ts';

/** Sends the mail of notices to an address of somebody who is no member, where the workspace allows that. */
export const mailOutsideNotice = reaction(
  lifecycleOutsideNoticeDue,
  {
    topic: 'lifecycle.mail_outside_notice',
    policy: noticeJobs,
    aggregate: () => null,
    databaseRole: 'identity',
    mails: {
      beyond: 'leave out',
      outsiders: (events, ports) => Promise.all(events.map(({ mailId }) => addressesOf(mailId, ports))),
    },
  },
  async ({ mailId }, context) => {
    const [mail] = await context.read(async ({ noticeMails, lifecycleSettings }) =>
      (await lifecycleSettings.get()).externalNotices ? noticeMails.unsent([mailId]) : [],
    );
    if (mail !== undefined) await sendOnce(mail, context);
  },
);

async function addressesOf(
  mailId: string,
  { noticeMails }: Pick<LifecyclePorts, 'noticeMails'>,
): Promise<readonly string[]> {
  const address = (await noticeMails.find(mailId))?.address ?? null;
  return address === null ? [] : [address];
}
