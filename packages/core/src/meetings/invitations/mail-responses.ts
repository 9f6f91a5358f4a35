import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { joinUrlOf } from '../join-code.ts';
import { reaction } from '../ports.ts';
import { responseDigestDue } from './events.ts';
import { meetingResponsesMail } from './mails/meeting-responses.ts';

/** Mails the organizer all answers since the first unreported one, at most one mail in a quarter of an hour. */
export const mailResponses = reaction(
  responseDigestDue,
  {
    topic: 'meetings.response_digest',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'members',
    databaseRole: 'identity',
    needs: ['meetingId', 'since'],
    aggregate: ({ meetingId }) => ({ type: 'meeting', id: meetingId }),
    dueAt: ({ dueAt }) => dueAt,
  },
  async ({ meetingId, since }, { read, transact, mail, settings, timeZones, now }) => {
    // In a transaction of its own and first, so that an answer that comes while the mail is written asks for another mail.
    await transact(({ meetingMails }) => meetingMails.takeResponses(meetingId, since));
    const { letter, responses } = await read(async ({ meetingMails }) => ({
      letter: await meetingMails.organizerLetter(meetingId, now),
      responses: await meetingMails.responsesSince(meetingId, since),
    }));
    if (letter === null || letter.address === null || responses.length === 0) return;
    await mail.send({
      key: 'meeting-responses',
      to: { address: letter.address, name: letter.organizerName },
      ...meetingResponsesMail({
        letter,
        responses,
        joinUrl: joinUrlOf(settings.webUrl, letter.joinCode),
        rules: timeZones,
      }),
    });
  },
);
