import { aStranger, failureOf, webinarWorld } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

/** Ten minutes before the webinar begins. */
async function before(input: Parameters<typeof webinarWorld>[0], settings: object = {}) {
  const here = await webinarWorld(input, { settings: { accessTokenSeconds: 30 * 86_400 } });
  const { chancery, meeting, joinCode, owner, clock } = here;
  if (Object.keys(settings).length > 0)
    await chancery.meetings.updateMeeting(
      { meetingId: meeting.id, settings, expectedVersion: meeting.version },
      owner.session,
    );
  const enter = (registration: string) =>
    chancery.meetings.requestAdmission({ joinCode, registration }, aStranger());
  const start = () => {
    clock.advance({ days: 6, hours: 20, minutes: 50 });
    return chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session);
  };
  return { ...here, enter, start };
}

describe('entering a webinar', () => {
  it('MTG-87: admits a registrant as an attendee who cannot publish', async () => {
    const { register, tokenOf, enter, start } = await before({});
    await register('cleo');
    const token = await tokenOf('cleo');
    await start();

    const { admission, conference } = await enter(token);

    expect([admission.status, admission.role, admission.identity]).to.deep.equal([
      'admitted',
      'attendee',
      'registration',
    ]);
    expect(conference?.grants).to.deep.equal({
      publishAudio: false,
      publishVideo: false,
      shareScreen: false,
      subscribe: true,
      moderate: false,
    });
  });

  it('MTG-87: is decided only in the webinar for which somebody registered', async () => {
    const { register, registrationOf, statuses, chancery, owner } = await webinarWorld({
      registrationMode: 'approval',
    });
    const { meeting: other } = await chancery.meetings.createMeeting(
      { title: 'Talk', meetingType: 'webinar', scheduledStartAt: '2026-11-30T09:00:00Z' },
      owner.session,
    );
    await register('cleo');
    const { id: registrationId } = await registrationOf('cleo');

    const decided = chancery.meetings.decideRegistration(
      { meetingId: other.id, registrationId, decision: 'approve' },
      owner.session,
    );

    expect(await failureOf(decided)).to.equal('registration.not_found');
    expect(await statuses()).to.deep.equal({ cleo: 'pending' });
  });

  it('MTG-87: lets attendees publish if the settings allow it', async () => {
    const { register, tokenOf, enter, start } = await before({}, { attendeesMayPublishAudio: true });
    await register('cleo');
    const token = await tokenOf('cleo');
    await start();

    const { conference } = await enter(token);

    expect(conference?.grants).to.include({ publishAudio: true, publishVideo: false });
  });

  it('MTG-87: admits nobody who is pending, waitlisted or declined, or who has only the code', async () => {
    const { register, tokenOf, enter, start, decide, chancery, joinCode, change } = await before({
      registrationMode: 'approval',
    });
    for (const name of ['pending', 'declined', 'approved']) await register(name);
    await decide('declined', 'decline');
    await decide('approved', 'approve');
    await change({ registrationMode: 'automatic', capacity: 1, waitlistEnabled: true });
    await register('waitlisted');
    const tokens = await Promise.all(['pending', 'waitlisted', 'declined'].map(tokenOf));
    await start();

    const outcomes = [];
    for (const token of tokens) outcomes.push(await failureOf(enter(token)));
    const byCode = chancery.meetings.requestAdmission({ joinCode, displayName: 'Eve' }, aStranger());

    expect(outcomes).to.deep.equal(['registration.required', 'registration.required', 'link.gone']);
    expect(await failureOf(byCode)).to.equal('registration.required');
  });

  for (const [what, word] of [
    ['decide', 'declined'],
    ['cancel', 'cancelled'],
  ] as const)
    it(`MTG-87: whose registration is ${word} is removed from the line and the room`, async () => {
      const here = await before({});
      const { register, tokenOf, enter, decide, cancel, chancery, clock, meeting, owner, worker } = here;
      for (const name of ['cleo', 'dan']) await register(name);
      clock.advance({ days: 6, hours: 20, minutes: 50 });
      const waiting = await enter(await tokenOf('cleo'));
      await chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session);
      const inside = await enter(await tokenOf('dan'));
      expect([waiting.admission.status, inside.admission.status]).to.deep.equal([
        'waiting_for_host',
        'admitted',
      ]);

      for (const name of ['cleo', 'dan']) await (what === 'decide' ? decide(name, 'decline') : cancel(name));
      await worker.drain();

      for (const { admissionToken: token } of [waiting, inside]) {
        const polled = await chancery.meetings.getAdmission({ token }, aStranger());
        expect([polled.admission.status, polled.conference]).to.deep.equal(['removed', null]);
      }
      const { meeting: after } = await chancery.meetings.getMeeting({ meetingId: meeting.id }, owner.session);
      expect(after.counts.present).to.equal(1);
    });

  it('MTG-87: a registrant who was declined while they waited for the host is not admitted at the start', async () => {
    const { register, tokenOf, enter, decide, chancery, clock, meeting, owner } = await before({});
    await register('cleo');
    clock.advance({ days: 6, hours: 20, minutes: 50 });
    const entry = await enter(await tokenOf('cleo'));
    await decide('cleo', 'decline');
    await chancery.meetings.startMeeting({ meetingId: meeting.id }, owner.session);

    const polled = await chancery.meetings.getAdmission({ token: entry.admissionToken }, aStranger());

    expect([polled.admission.status, polled.conference]).to.deep.equal(['removed', null]);
    await decide('cleo', 'approve');
    expect((await enter(await tokenOf('cleo'))).admission.status).to.equal('admitted');
  });
});
