import { defaultJobPolicy } from '../../kernel/outbox.ts';
import { meetingOrganizerChanged } from '../events.ts';
import { joinUrlOf } from '../join-code.ts';
import { reaction } from '../ports.ts';
import { meetingOrganizerChangedMail } from './mails/meeting-organizer-changed.ts';

/** Whoever organizes a meeting now is told that they do. */
export const mailNewOrganizer = reaction(
  meetingOrganizerChanged,
  {
    topic: 'meetings.organizer_changed',
    policy: { ...defaultJobPolicy, queue: 'mail' },
    needs: ['meetingId', 'fromUserId'],
  },
  async ({ meetingId, fromUserId }, context) => {
    const { meetingMails, memberDirectory, mail, settings, timeZones, now } = context;
    const letter = await meetingMails.organizerLetter(meetingId, now);
    if (letter === null || letter.address === null) return;
    await mail.send({
      key: 'meeting-organizer-changed',
      to: { address: letter.address, name: letter.organizerName },
      ...meetingOrganizerChangedMail({
        letter,
        formerName: (await memberDirectory.nameOf(fromUserId)) ?? '',
        joinUrl: joinUrlOf(settings.webUrl, letter.joinCode),
        rules: timeZones,
      }),
    });
  },
);
