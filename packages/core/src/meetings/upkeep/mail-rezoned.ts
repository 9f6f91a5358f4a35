import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { joinUrlOf } from '../join-code.ts';
import { reaction } from '../ports.ts';
import { meetingRezoned } from './events.ts';
import { meetingRezonedMail } from './meeting-rezoned-mail.ts';

/** Sends the organizer one summary of what moved (meetings 5.4); invitees get the new calendar file instead. */
export const mailRezoned = reaction(
  meetingRezoned,
  {
    topic: 'meetings.mail_rezoned',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'members',
    databaseRole: 'identity',
  },
  async ({ meetingId, count, startsAtBefore, startsAt }, { read, mail, settings, timeZones, now }) => {
    const letter = await read(({ meetingMails }) => meetingMails.organizerLetter(meetingId, now));
    if (letter === null || letter.address === null) return;
    await mail.send({
      key: 'meeting-rezoned',
      to: { address: letter.address, name: letter.organizerName },
      ...meetingRezonedMail({
        letter,
        count,
        startsAtBefore,
        startsAt,
        joinUrl: joinUrlOf(settings.webUrl, letter.joinCode),
        rules: timeZones,
      }),
    });
  },
);
