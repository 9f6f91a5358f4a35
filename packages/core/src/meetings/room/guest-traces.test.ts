import {
  aStranger,
  liveMeeting,
  meetingWorld,
  placesWith,
  tokenOfUrl,
  webinarWorld,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const address = '198.51.100.77';
const guest = aStranger({ address, userAgent: 'Zzguest Browser' });
const traces = ['zzguest', address];

describe('what remains of a guest', () => {
  it('MTG-106: of a meeting’s guest is nothing in any column of any table 730 days after the last session', async () => {
    const made = await meetingWorld({}, { settings: { accessTokenSeconds: 2000 * 86_400 } });
    const { chancery, owner, worker, clock } = made;
    const room = await liveMeeting(made, {
      settings: { admission: 'open', reminders: [1] },
      passcode: 'harbour-42',
      invitees: [{ email: 'zzguest-a@client.example', displayName: 'Zzguest A' }],
    });
    const { meetingId } = room;
    const { invitation, inviteUrl } = await chancery.meetings.createMeetingInvitation(
      { meetingId, email: 'zzguest-b@client.example', displayName: 'Zzguest B', message: 'Dear zzguest' },
      owner.session,
    );
    await chancery.meetings.respondToMeetingInvitation(
      {
        token: tokenOfUrl(inviteUrl),
        response: 'accepted',
        comment: 'Zzguest comes',
      },
      guest,
    );
    await chancery.meetings
      .checkPasscode({ joinCode: room.joinCode, passcode: 'zzguest-43' }, guest)
      .catch(() => undefined);
    await room.join({ displayName: 'Zzguest Walk-in', passcode: 'harbour-42' }, guest);
    await room.join({ displayName: 'Zzguest B', invite: tokenOfUrl(inviteUrl) }, guest);
    clock.advance({ seconds: 120 });
    await worker.drain();
    await chancery.meetings.revokeMeetingInvitation(
      { meetingId, invitationId: invitation.id, reason: 'Zzguest cannot' },
      owner.session,
    );
    clock.advance({ seconds: 120 });
    await worker.drain();
    await chancery.meetings.endSession({ sessionId: room.sessionId }, owner.session);
    clock.advance({ seconds: 120 });
    await worker.drain();
    expect(await placesWith(traces, made)).to.include.members([
      'admissions.display_name',
      'attendance.display_name',
      'meeting_invitations.email',
    ]);

    clock.advance({ days: 731 });
    for (const topic of ['meetings.erase_guests', 'jobs.prune', 'idempotency.prune', 'webhook.prune'])
      await worker.run(topic);

    expect(await placesWith(traces, made)).to.deep.equal([]);
  });

  it('MTG-106: of a webinar’s registrant is nothing in any column of any table 730 days after the last session', async () => {
    const made = await webinarWorld(
      {
        registrationMode: 'approval',
        questions: [{ label: 'Why?', type: 'long_text' }],
      },
      { settings: { accessTokenSeconds: 2000 * 86_400 } },
    );
    const { worker, clock } = made;
    await made.register('Zzguest-R', {
      answers: [{ questionId: made.meeting.webinar?.questions[0]?.id ?? '', value: 'Zzguest wonders' }],
      timeZone: 'Europe/Berlin',
    });
    await made.register('Zzguest-S');
    await made.decide('Zzguest-R', 'approve');
    await made.decide('Zzguest-S', 'decline', { reason: 'No room for zzguest' });
    await made.mails();
    await made.chancery.meetings.remindInvitees(
      { meetingId: made.meeting.id, message: 'Bring questions' },
      made.owner.session,
    );
    expect((await made.mails()).map(({ subject }) => subject.slice(0, 9))).to.deep.equal(['Reminder:']);
    expect(await placesWith(traces, made)).to.include('webinar_registrations.email');

    clock.advance({ days: 800 });
    await worker.drain();
    for (const topic of [
      'meetings.close_sessions',
      'meetings.erase_guests',
      'jobs.prune',
      'idempotency.prune',
    ])
      await worker.run(topic);

    expect(await placesWith(traces, made)).to.deep.equal([]);
  });
});
