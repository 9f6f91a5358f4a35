import type { Chancery } from '@chancery/sdk';
import { expect } from 'chai';
import { refusalOf } from './testing/installation.ts';
import {
  calendarLines,
  type MeetingStory,
  mailsTo,
  oneMailTo,
  openMeetingStory,
  registrationTokenIn,
  startsIn,
} from './testing/meeting-story.ts';
import { ownPostgres } from './testing/own-postgres.ts';

const start = '2027-06-08T16:00:00.000Z';

describe('story: a full webinar (meetings 17, walk-through 5)', () => {
  let story: MeetingStory;
  let database: Awaited<ReturnType<typeof ownPostgres>>;
  before(async () => {
    database = await ownPostgres();
    story = await openMeetingStory(
      { CHANCERY_DATABASE_URL: database.url, CHANCERY_TRUSTED_PROXIES: '1' },
      { startsAt: '2027-06-07T09:00:00.000Z' },
    );
  });
  after(async () => {
    await story?.close();
    await database?.close();
  });

  it('gives its hundred places to a hundred people, and the next one to whoever waits', async () => {
    const { ann, client, newMails, advanceTo } = story;
    const { meeting } = await ann.meetings.createMeeting({
      title: 'Open lecture',
      meetingType: 'webinar',
      scheduledStartAt: start,
      webinar: {
        capacity: 100,
        registrationMode: 'approval',
        questions: [
          { label: 'Your company', type: 'short_text', required: true },
          { label: 'How did you hear of us?', type: 'single_choice', options: ['Press', 'Friends'] },
        ],
      },
    });
    const { id: meetingId, joinCode } = meeting;
    expect(meeting.webinar).to.include({ capacity: 100, waitlistEnabled: false });
    const { registration } = await client().meetings.getWebinar({ joinCode });
    const [company, source] = registration.questions;
    expect(registration).to.include({ mode: 'approval', isOpen: true });
    expect(registration.questions).to.have.length(2);

    // Each comes from another address, as strangers do.
    const register = (n: number) =>
      client({
        headers: { 'x-forwarded-for': `198.51.${Math.floor(n / 250)}.${(n % 250) + 1}` },
      }).meetings.registerForWebinar({
        joinCode,
        email: addressOf(n),
        displayName: `Guest ${n}`,
        answers: [
          { questionId: company?.id ?? '', value: `Company ${n}` },
          { questionId: source?.id ?? '', value: 'Press' },
        ],
      });
    const people = Array.from({ length: 120 }, (_, n) => n);
    const answers = await Promise.all(people.map(register));
    expect(new Set(answers.map((answer) => answer.registration.status))).to.deep.equal(new Set(['pending']));
    expect(answers).to.have.length(120);
    const pending = await registrationsOf(ann, meetingId);
    expect(pending.totals).to.deep.include({ pending: 120, approved: 0 });
    expect(pending.registrations.find(({ email }) => email === addressOf(7))?.answers).to.deep.equal([
      { questionId: company?.id, label: 'Your company', value: 'Company 7' },
      { questionId: source?.id, label: 'How did you hear of us?', value: 'Press' },
    ]);

    // She approves a hundred; the next approval is refused.
    const approve = (registrationId: string) =>
      ann.meetings.decideRegistration({ meetingId, registrationId, decision: 'approve' });
    const ids = pending.registrations.map(({ id }) => id);
    for (const id of ids.slice(0, 100)) await approve(id);
    expect(await refusalOf(approve(ids[100] ?? ''))).to.deep.equal([409, 'registration.capacity_reached']);
    expect((await registrationsOf(ann, meetingId)).totals).to.deep.include({ pending: 20, approved: 100 });
    const approved = await newMails();
    const [firstId, declinedId] = [ids[0] ?? '', ids[110] ?? ''];
    const addressWithId = (id: string) => pending.registrations.find((row) => row.id === id)?.email ?? '';
    const placeOf = (address: string) => mailsTo(approved, address).find(({ calendar }) => calendar !== null);
    expect(approved.filter(({ calendar }) => calendar !== null)).to.have.length(100);

    // The link of a declined person does not work any more.
    const received = mailsTo(approved, addressWithId(declinedId)).map(registrationTokenIn);
    await ann.meetings.decideRegistration({ meetingId, registrationId: declinedId, decision: 'decline' });
    const declined = oneMailTo(await newMails(), addressWithId(declinedId));
    expect([declined.subject, declined.calendar]).to.deep.equal([
      'Registration declined: Open lecture',
      null,
    ]);
    expect(received).to.have.length(1);
    for (const token of received) {
      expect(await refusalOf(client().meetings.getRegistration({ token }))).to.deep.equal([410, 'link.gone']);
      const entry = client().meetings.requestAdmission({ joinCode, registration: token });
      expect(await refusalOf(entry)).to.deep.equal([410, 'link.gone']);
    }

    // With the waitlist and automatic approval, the next one waits in line.
    const { meeting: now } = await ann.meetings.getMeeting({ meetingId });
    await ann.meetings.updateMeeting({
      meetingId,
      webinar: { waitlistEnabled: true, registrationMode: 'automatic' },
      expectedVersion: now.version,
    });
    expect((await register(120)).registration.status).to.equal('waitlisted');
    const waiting = oneMailTo(await newMails(), addressOf(120));
    expect([waiting.subject, waiting.calendar]).to.deep.equal(['On the waiting list: Open lecture', null]);

    // A person with a place cancels, and the place goes to the first in line.
    const leaver = placeOf(addressWithId(firstId));
    const token = leaver === undefined ? '' : registrationTokenIn(leaver);
    expect((await client().meetings.cancelRegistration({ token })).registration.status).to.equal('cancelled');
    const after = await newMails();
    const promoted = oneMailTo(after, addressOf(120));
    expect(promoted.subject).to.equal('You are registered: Open lecture');
    expect(calendarLines(promoted)).to.include('METHOD:REQUEST');
    expect(startsIn(promoted.calendar ?? '')).to.deep.equal([start]);
    const taken = oneMailTo(after, addressWithId(firstId));
    expect(taken.subject).to.equal('Registration cancelled: Open lecture');
    expect(calendarLines(taken)).to.include.members(['METHOD:CANCEL', 'STATUS:CANCELLED']);
    const uidOf = (lines: readonly string[]) => lines.find((line) => line.startsWith('UID:'));
    expect(uidOf(calendarLines(taken))).to.equal(`UID:${meeting.icalUid}`);
    expect((await registrationsOf(ann, meetingId)).totals).to.deep.equal({
      pending: 19,
      approved: 100,
      waitlisted: 0,
      declined: 1,
      cancelled: 1,
    });

    // On the day attendees listen.
    advanceTo(start);
    const host = await ann.meetings.startMeeting({ meetingId });
    expect(host.conference?.grants).to.include({ publishAudio: true, subscribe: true });
    const entry = await client().meetings.requestAdmission({
      joinCode,
      registration: registrationTokenIn(promoted),
    });
    expect(entry.admission).to.include({ status: 'admitted', role: 'attendee', identity: 'registration' });
    expect(entry.conference?.grants).to.deep.equal({
      publishAudio: false,
      publishVideo: false,
      shareScreen: false,
      subscribe: true,
      moderate: false,
    });
    const claims = JSON.parse(
      Buffer.from(entry.conference?.token.split('.')[1] ?? '', 'base64url').toString(),
    );
    expect(claims.can).to.deep.equal({ audio: false, video: false, screen: false, moderate: false });
    expect(
      await refusalOf(client().meetings.requestAdmission({ joinCode, displayName: 'Nobody' })),
    ).to.deep.equal([403, 'registration.required']);
  });
});

const addressOf = (n: number) => `guest${n}@audience.example`;

const registrationsOf = (client: Chancery, meetingId: string) =>
  client.meetings.listRegistrations({ meetingId, limit: 500 });
