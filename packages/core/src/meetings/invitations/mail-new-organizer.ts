import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { meetingOrganizerChanged } from '../events.ts';
import { joinUrlOf } from '../join-code.ts';
import { reaction } from '../ports.ts';
import { meetingOrganizerChangedMail } from './mails/meeting-organizer-changed.ts';

/** Mails the new organizer of a meeting. */
export const mailNewOrganizer = reaction(
  meetingOrganizerChanged,
  {
    topic: 'meetings.organizer_changed',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    mails: 'members',
    databaseRole: 'identity',
    needs: ['meetingId', 'fromUserId'],
  },
  async ({ meetingId, fromUserId }, { read, mail, settings, timeZones, now }) => {
    const { letter, formerName } = await read(async ({ meetingMails, memberDirectory }) => ({
      letter: await meetingMails.organizerLetter(meetingId, now),
      formerName: await memberDirectory.nameOf(fromUserId),
    }));
    if (letter === null || letter.address === null) return;
    await mail.send({
      key: 'meeting-organizer-changed',
      to: { address: letter.address, name: letter.organizerName },
      ...meetingOrganizerChangedMail({
        letter,
        formerName: formerName ?? '',
        joinUrl: joinUrlOf(settings.webUrl, letter.joinCode),
        rules: timeZones,
      }),
    });
  },
);
