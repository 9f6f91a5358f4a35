import type { Chancery } from '@chancery/sdk';
import { expect } from 'chai';
import { sharedChromium } from '../testing/chromium.ts';
import { openInstallation } from '../testing/installation.ts';
import { pageStory } from '../testing/page-story.ts';
import { visit } from '../testing/page-visitor.ts';
import { peopleOf } from '../testing/people.ts';

const password = 'a long walk by the river';

describe('the pages that links of meetings open', () => {
  const story = pageStory();
  const { press, reaches, alerts: says, fill: type } = story;
  let host: Chancery;
  before(async () => {
    host = await peopleOf(story.installation).registerVerified('hanna@example.com', 'Hanna Host');
  });

  /** The newest link of this kind in a mail to the address; mails about meetings wait a minute. */
  async function lastLinkTo(address: string, kind: RegExp): Promise<string> {
    advance(61);
    const links = (await story.installation.mails())
      .filter(({ to }) => to.includes(address))
      .flatMap(({ text }) => kind.exec(text)?.[0] ?? []);
    const link = links.at(-1);
    if (link === undefined) throw new Error(`No mail to ${address} has ${kind}`);
    return link;
  }
  const inviteLink = (address: string) => lastLinkTo(address, /\S+&invite=[\w-]+/);
  const registrationLink = (address: string) => lastLinkTo(address, /\S+&registration=[\w-]+/);
  let ahead = 0;
  /** The whole minute that is this far from now, by the clock of the server. */
  const inMinutes = (minutes: number) =>
    new Date(Math.ceil(Date.now() / 60_000 + ahead / 60 + minutes) * 60_000).toISOString();
  /** The same as the browser of the visitor has it in a field, without a zone. */
  const wallTime = (instant: string) =>
    new Date(instant).toLocaleString('sv-SE', { timeZone: 'Europe/Berlin' }).replace(' ', 'T').slice(0, 16);
  const advance = (seconds: number) => {
    ahead += seconds;
    story.installation.advance(seconds);
  };

  const unfold = (summary: string) => story.visitor.page.getByText(summary, { exact: true }).click();
  const sees = (text: string | RegExp) => story.visitor.page.getByText(text).first().waitFor();

  it('an invitation is opened and answered with a comment, and opening it alone answers nothing', async () => {
    const { meeting } = await host.meetings.createMeeting({
      title: 'Quarterly review',
      description: 'Bring the figures.\nAnd the questions.',
      scheduledStartAt: inMinutes(600),
      timeZone: 'America/New_York',
      invitees: [{ email: 'gina@example.com', displayName: 'Gina' }],
    });
    const { page } = story.visitor;
    const link = await inviteLink('gina@example.com');

    await page.goto(link);
    await reaches('Quarterly review');
    expect(page.url()).to.equal(`${story.installation.baseUrl}/?room=${meeting.joinCode}&prejoin=1`);
    await sees('Bring the figures.');
    await sees('Not answered yet');
    await sees('America/New_York');
    expect(await story.visitor.findings('meeting-invitation')).to.deep.equal([]);
    const statusOf = async () => {
      const { invitations } = await host.meetings.listMeetingInvitations({ meetingId: meeting.id });
      const { status, responseComment } = invitations.find(({ kind }) => kind === 'guest') ?? {};
      return [status, responseComment];
    };
    expect(await statusOf()).to.deep.equal(['pending', null]);

    await unfold('Add a comment or propose another time');
    expect(await story.visitor.findings('meeting-invitation-unfolded')).to.deep.equal([]);
    await type('Comment (optional)', 'Only the first half');
    await press('Maybe');
    await reaches('You answered: Maybe');
    expect(await statusOf()).to.deep.equal(['tentative', 'Only the first half']);
    expect(await story.visitor.findings('meeting-invitation-answered')).to.deep.equal([]);

    await press('Change the answer');
    await reaches('Quarterly review');
    expect(await page.locator('dd').last().textContent()).to.equal('Maybe');
    await unfold('Add a comment or propose another time');
    const other = inMinutes(1200);
    await type('Another time that would suit (optional)', wallTime(other));
    await press('Yes');
    await sees('Leave it out when you accept.');
    await press('No');
    await reaches('You answered: No');
    expect(await statusOf()).to.deep.equal(['declined', null]);
    const { invitations } = await host.meetings.listMeetingInvitations({ meetingId: meeting.id });
    expect(invitations.map(({ proposedStartAt }) => proposedStartAt)).to.include(other);
  });

  it('a meeting is put into the calendar from the page of its invitation', async () => {
    const { meeting } = await host.meetings.createMeeting({
      title: 'Kick-off',
      scheduledStartAt: inMinutes(600),
      invitees: [{ email: 'carla@example.com' }],
    });
    const { page } = story.visitor;
    await page.goto(await inviteLink('carla@example.com'));
    await reaches('Kick-off');

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Add to calendar' }).click(),
    ]);
    const file = await download.createReadStream();
    const content = Buffer.concat(await file.toArray()).toString('utf8');
    expect(content).to.include('BEGIN:VCALENDAR').and.include(meeting.joinCode);

    await host.meetings.cancelMeeting({ meetingId: meeting.id });
    await page.reload();
    await reaches('This meeting is cancelled');
    expect(await story.visitor.findings('meeting-invitation-cancelled')).to.deep.equal([]);
  });

  it('one date of a series is answered apart from the others', async () => {
    const { meeting } = await host.meetings.createMeeting({
      title: 'Weekly',
      scheduledStartAt: inMinutes(600),
      timeZone: 'UTC',
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' },
      invitees: [{ email: 'sven@example.com' }],
    });
    const { page } = story.visitor;
    await page.goto(await inviteLink('sven@example.com'));
    await reaches('Weekly');
    await unfold('Answer for one date, add a comment or propose another time');
    expect(await page.getByRole('group', { name: 'For which date' }).getByRole('radio').count()).to.equal(4);
    expect(await story.visitor.findings('meeting-invitation-series')).to.deep.equal([]);

    await page.getByRole('group', { name: 'For which date' }).getByRole('radio').nth(2).check();
    await press('No');
    await reaches('You answered: No');

    const { invitations } = await host.meetings.listMeetingInvitations({ meetingId: meeting.id });
    const guest = invitations.find(({ kind }) => kind === 'guest');
    expect(guest?.status).to.equal('pending');
    expect(guest?.occurrenceResponses?.map(({ status }) => status)).to.deep.equal(['declined']);
  });

  it('a stranger enters name and passcode, waits, is admitted without doing anything, and leaves', async () => {
    const { meeting } = await host.meetings.createInstantMeeting({ title: 'Secret', passcode: 'sesame7' });
    const { page } = story.visitor;

    await page.goto(meeting.joinUrl);
    await reaches('Meeting');
    expect(await page.getByText('Secret').count()).to.equal(0);
    expect(await story.visitor.findings('enter')).to.deep.equal([]);
    await press('Enter');
    await sees('Fill in this field.');
    await type('Your name', 'Stella Stranger');
    await type('Passcode', 'open up');
    await press('Enter');
    await sees('This passcode is not right.');
    expect(await story.visitor.findings('enter-refused')).to.deep.equal([]);
    await type('Passcode', 'sesame7');
    await press('Enter');
    await reaches('Please wait');
    await sees('Somebody in the meeting will let you in soon.');
    expect(await story.visitor.findings('waiting-room')).to.deep.equal([]);

    const sessionId = await liveSessionOf(meeting.id);
    const { admissions } = await host.meetings.listAdmissions({ sessionId, status: ['waiting'] });
    const [{ id: admissionId = '' } = {}] = admissions;
    await host.meetings.decideOnAdmission({ sessionId, admissionId, decision: 'admit' });
    await reaches('You are in');
    expect(await page.evaluate('document.activeElement.id')).to.equal('title');
    expect(await story.visitor.findings('in-the-room')).to.deep.equal([]);

    await press('Leave');
    await reaches('You have left');
    expect(await story.visitor.findings('left')).to.deep.equal([]);
    const { attendance } = await host.meetings.listAttendance({ meetingId: meeting.id });
    const stella = attendance.find(({ person }) => person.displayName === 'Stella Stranger');
    expect(stella?.present).to.equal(false);
  });

  it('the page says so if a person is denied or removed, and lets them ask again; it also says that the meeting has ended', async () => {
    const { meeting } = await host.meetings.createInstantMeeting({ title: 'Salon' });
    const sessionId = await liveSessionOf(meeting.id);
    const { page } = story.visitor;
    const decide = async (decision: 'admit' | 'deny' | 'remove', status: 'waiting' | 'admitted') => {
      const { admissions } = await host.meetings.listAdmissions({ sessionId, status: [status] });
      const { id: admissionId = '' } = admissions.find(({ person }) => person.displayName === 'Rudi') ?? {};
      await host.meetings.decideOnAdmission({ sessionId, admissionId, decision });
    };

    await page.goto(meeting.joinUrl);
    await type('Your name', 'Rudi');
    await press('Enter');
    await reaches('Please wait');
    await decide('deny', 'waiting');
    await reaches('You were not let in');
    expect(await story.visitor.findings('denied')).to.deep.equal([]);
    await press('Ask to enter again');
    await reaches('Please wait');
    await decide('admit', 'waiting');
    await reaches('You are in');
    await decide('remove', 'admitted');
    await reaches('You were removed from the meeting');
    expect(await story.visitor.findings('removed')).to.deep.equal([]);

    await press('Ask to enter again');
    await reaches('Please wait');
    await host.meetings.endSession({ sessionId });
    await reaches('The meeting has ended');
    expect(await story.visitor.findings('ended')).to.deep.equal([]);
    await page.goto(meeting.joinUrl);
    await type('Your name', 'Rudi');
    await press('Enter');
    await reaches('This meeting is over');
  });

  it('an invitee who comes early waits for the host, and is admitted when the host starts', async () => {
    const { meeting } = await host.meetings.createMeeting({
      title: 'Early birds',
      scheduledStartAt: inMinutes(30),
      invitees: [{ email: 'edda@example.com', displayName: 'Edda' }],
    });
    const { page } = story.visitor;
    await page.goto(await inviteLink('edda@example.com'));
    await press('Enter the meeting');
    await sees('You enter as Edda.');
    expect(await story.visitor.findings('enter-invited')).to.deep.equal([]);
    await press('Enter');
    await reaches('Please wait');
    await sees('The meeting has not started yet.');

    await host.meetings.startMeeting({ meetingId: meeting.id });
    await reaches('You are in');
    await sees('Edda is in “Early birds”.');
  });

  it('MTG-107: a co-host without an account is told that the controls are for members', async () => {
    const { meeting } = await host.meetings.createMeeting({
      title: 'Panel',
      scheduledStartAt: inMinutes(20),
      invitees: [{ email: 'cora@example.com', displayName: 'Cora', role: 'co_host' }],
    });
    const { page } = story.visitor;
    const link = await inviteLink('cora@example.com');
    await host.meetings.startMeeting({ meetingId: meeting.id });

    await page.goto(link);
    await press('Enter the meeting');
    await press('Enter');
    await reaches('You are in');
    await sees('You are a co-host: your sound, picture and screen are welcome at any time.');
    await sees('is for members of the workspace who are signed in.');
    expect(await page.getByRole('button', { name: 'End for everybody' }).count()).to.equal(0);
    expect(await story.visitor.findings('in-the-room-co-host')).to.deep.equal([]);
  });

  it('a host signs in at the link and starts the meeting from there', async () => {
    const { meeting } = await host.meetings.createMeeting({
      title: 'From the road',
      scheduledStartAt: inMinutes(20),
    });
    const { page } = story.visitor;
    await page.goto(meeting.joinUrl);
    await reaches('From the road');
    await press('I am a member: sign in');
    await type('E-mail address', 'hanna@example.com');
    await type('Password', password);
    await press('Sign in');
    await reaches('You are the host');
    expect(await story.visitor.findings('host-first')).to.deep.equal([]);
    await press('Start the meeting');
    await reaches('You are in');

    expect((await host.meetings.getMeeting({ meetingId: meeting.id })).meeting.status).to.equal('live');
  });

  it('the page says that it is too early days before, and what to do about a dead or truncated link', async () => {
    const { meeting } = await host.meetings.createMeeting({
      title: 'Far ahead',
      scheduledStartAt: inMinutes(6000),
      invitees: [{ email: 'ella@example.com' }],
    });
    const { page } = story.visitor;
    const link = await inviteLink('ella@example.com');
    await page.goto(meeting.joinUrl);
    await type('Your name', 'Ella');
    await press('Enter');
    await reaches('It is too early');
    expect(await story.visitor.findings('too-early')).to.deep.equal([]);

    const { invitations } = await host.meetings.listMeetingInvitations({ meetingId: meeting.id });
    const invitationId = invitations.find(({ kind }) => kind === 'guest')?.id ?? '';
    await host.meetings.revokeMeetingInvitation({ meetingId: meeting.id, invitationId });
    await page.goto(link);
    await reaches('This link no longer works');
    expect(await page.getByText('Whoever sent it has withdrawn it.').isVisible()).to.equal(true);
    expect(await story.visitor.findings('meeting-dead-link')).to.deep.equal([]);
    await page.goto(`${meeting.joinUrl}&invite=${'A'.repeat(43)}`);
    await reaches('This link no longer works');
    await page.goto(`${meeting.joinUrl}&invite=short`);
    await reaches('This link no longer works');
    await page.goto(`${story.installation.baseUrl}/?room=aaaaa-zzzzz&prejoin=1&invite=${'A'.repeat(43)}`);
    await reaches('This link opens no meeting');
    expect(page.url()).to.not.include('invite');
    expect(await story.visitor.findings('no-meeting')).to.deep.equal([]);
  });

  const webinar = (over: object = {}) =>
    host.meetings.createMeeting({
      title: 'Open lecture',
      description: 'About bees.',
      meetingType: 'webinar',
      scheduledStartAt: inMinutes(600),
      timeZone: 'Europe/Berlin',
      webinar: {
        showRemaining: true,
        capacity: 10,
        questions: [
          { label: 'Your company', type: 'short_text', required: true },
          { label: 'What do you hope for?', type: 'long_text' },
          { label: 'Level', type: 'single_choice', options: ['Beginner', 'Expert'], required: true },
          { label: 'Topics', type: 'multiple_choice', options: ['Honey', 'Hives', 'Health'] },
          { label: 'I agree to be recorded', type: 'checkbox', required: true },
        ],
        ...over,
      },
    });

  it('MTG-85: a person registers for a webinar on its page, with answers to its questions', async () => {
    const { meeting } = await webinar();
    const { page } = story.visitor;

    await page.goto(meeting.joinUrl);
    await reaches('Open lecture');
    await sees('About bees.');
    expect(await story.visitor.findings('webinar')).to.deep.equal([]);
    await type('Your name', 'Bea Beekeeper');
    await type('E-mail address', 'bea@example.com');
    await press('Register');
    for (const fault of ['Fill in this field.', 'Please choose.', 'Please tick this box.'])
      expect(await page.getByText(fault).count(), fault).to.equal(1);
    expect(await story.visitor.findings('webinar-missing')).to.deep.equal([]);
    await type('Your company', 'Hive & Sons');
    await page.getByLabel('Expert').check();
    await page.getByLabel('Honey').check();
    await page.getByLabel('Health').check();
    await page.getByLabel('I agree to be recorded').check();
    await press('Register');
    await reaches('Look into your mail');
    expect(await story.visitor.findings('webinar-registered')).to.deep.equal([]);

    const { registrations } = await host.meetings.listRegistrations({ meetingId: meeting.id });
    const [registration] = registrations;
    expect([registration?.status, registration?.timeZone]).to.deep.equal(['approved', 'Europe/Berlin']);
    expect(registration?.answers.map(({ value }) => value)).to.deep.equal([
      'Hive & Sons',
      'Expert',
      ['Honey', 'Health'],
      true,
    ]);
  });

  it('the link of a registration shows it, joins the webinar, and cancels it after a second question', async () => {
    const { meeting } = await webinar({ questions: [] });
    const client = story.installation.client();
    await client.meetings.registerForWebinar({
      joinCode: meeting.joinCode,
      email: 'rita@example.com',
      displayName: 'Rita',
    });
    const { page } = story.visitor;
    const link = await registrationLink('rita@example.com');

    await page.goto(link);
    await reaches('Open lecture');
    expect(page.url()).to.not.include('registration');
    await sees('You have a place');
    expect(await story.visitor.findings('registration')).to.deep.equal([]);
    expect(await page.getByRole('link', { name: 'Add to calendar' }).count()).to.equal(1);
    await press('Join the webinar');
    await sees('You enter as Rita.');
    await press('Enter');
    await reaches('Please wait');
    await press('Leave');

    await page.goto('about:blank');
    await page.goto(link);
    await press('Cancel the registration');
    await reaches('Cancel your registration?');
    expect(await story.visitor.findings('registration-cancel')).to.deep.equal([]);
    await press('Back');
    await press('Cancel the registration');
    await type('Reason (optional)', 'A cold');
    await press('Yes, cancel');
    await reaches('Registration cancelled');
    const { registrations } = await host.meetings.listRegistrations({ meetingId: meeting.id });
    expect(registrations.map(({ status }) => status)).to.deep.equal(['cancelled']);

    await page.goto('about:blank');
    await page.goto(link);
    await reaches('This link no longer works');
    await press('Go to the webinar');
    await reaches('Open lecture');
  });

  it('the page says so if registrations need approval, or the webinar is full or closed', async () => {
    const { page } = story.visitor;
    const approval = await webinar({ questions: [], registrationMode: 'approval' });
    await page.goto(approval.meeting.joinUrl);
    await type('Your name', 'Paul');
    await type('E-mail address', 'paul@example.com');
    await press('Register');
    await sees('A host decides about your registration');
    await page.goto(await registrationLink('paul@example.com'));
    await sees('A host has yet to decide');
    expect(await page.getByRole('button', { name: 'Join the webinar' }).count()).to.equal(0);

    const full = await webinar({ questions: [], capacity: 1, waitlistEnabled: false });
    await story.installation.client().meetings.registerForWebinar({
      joinCode: full.meeting.joinCode,
      email: 'first@example.com',
      displayName: 'First',
    });
    await page.goto(full.meeting.joinUrl);
    await type('Your name', 'Second');
    await type('E-mail address', 'second@example.com');
    await press('Register');
    await says('Every place is taken.');
    expect(await story.visitor.findings('webinar-full')).to.deep.equal([]);

    const closed = await webinar({ questions: [], registrationOpensAt: inMinutes(300) });
    await page.goto(closed.meeting.joinUrl);
    await sees('Registration opens on');
    expect(await page.getByRole('button', { name: 'Register', exact: true }).count()).to.equal(0);
    expect(await story.visitor.findings('webinar-closed')).to.deep.equal([]);
  });

  it('speaks German if the browser does', async () => {
    const { meeting } = await webinar();
    const german = await visit(story.browser, story.installation.baseUrl, 'de-DE');
    const { page } = german;
    await page.goto(meeting.joinUrl);
    await page.getByRole('heading', { level: 2, name: 'Anmelden' }).waitFor();
    expect(await german.findings('webinar-de')).to.deep.equal([]);

    const talk = await host.meetings.createInstantMeeting({
      title: 'Gespräch',
      invitees: [{ email: 'grete@example.com' }],
    });
    await page.goto(await inviteLink('grete@example.com'));
    await page.getByRole('button', { name: 'Vielleicht' }).waitFor();
    expect(await german.findings('meeting-invitation-de')).to.deep.equal([]);
    await page.evaluate('sessionStorage.clear()');
    await page.goto(talk.meeting.joinUrl);
    await page.getByLabel('Ihr Name').fill('Fremd');
    await page.getByRole('button', { name: 'Eintreten' }).click();
    await page.getByRole('heading', { name: 'Bitte warten' }).waitFor();
    expect(await german.findings('waiting-room-de')).to.deep.equal([]);
    const { faults } = german;
    await german.close();
    expect(faults).to.deep.equal([]);
  });

  it('AUT-15: every link to Chancery in every mail above opens a page, which is never cached', async () => {
    advance(3600);
    const texts = (await story.installation.mails()).map(({ text }) => text);
    const links = new Set(texts.flatMap((text) => text.match(/https?:\/\/[^\s<>"]+/g) ?? []));
    const ours = [...links].filter((link) => link.startsWith(story.installation.baseUrl));

    expect(ours.some((link) => link.includes('&invite='))).to.equal(true);
    expect(ours.some((link) => link.includes('&registration='))).to.equal(true);
    for (const link of ours) {
      const answer = await fetch(link);
      expect([answer.status, answer.headers.get('cache-control')], link).to.deep.equal([200, 'no-store']);
      expect(await answer.text()).to.match(/^<!doctype html>/);
    }
  });

  async function liveSessionOf(meetingId: string): Promise<string> {
    const { occurrences } = await host.meetings.listOccurrences({ meetingId });
    return occurrences.find(({ status }) => status === 'live')?.id ?? '';
  }
});

describe('the page of a meeting whose sound and picture run elsewhere', () => {
  it('MTG-60: gives the fresh token of an admitted person to the client of Jitsi, and requests nothing from it itself', async () => {
    const [browser, installation] = await Promise.all([
      sharedChromium(),
      openInstallation({
        CHANCERY_CONFERENCE_PROVIDER: 'jitsi',
        CHANCERY_RATE_LIMIT_SCALE: '10',
        CHANCERY_JITSI_URL: 'https://meet.example.com',
        CHANCERY_JITSI_APP_ID: 'chancery',
        CHANCERY_JITSI_APP_SECRET: 'a secret for tests that is long enough',
        CHANCERY_JITSI_TENANT: 'meet.example.com',
      }),
    ]);
    try {
      const host = await installation.register('judith@example.com', 'Judith');
      const { meeting } = await host.meetings.createInstantMeeting({ settings: { admission: 'open' } });
      const visitor = await visit(browser, installation.baseUrl);
      const { page } = visitor;
      await page.goto(meeting.joinUrl);
      await page.getByLabel('Your name').fill('Jens');
      await page.getByRole('button', { name: 'Enter', exact: true }).click();

      const client = page.getByRole('link', { name: 'Open sound and picture' });
      const { origin, pathname, searchParams } = new URL((await client.getAttribute('href')) ?? '');
      expect([origin, pathname.length]).to.deep.equal(['https://meet.example.com', 31]);
      const [, claims = ''] = (searchParams.get('jwt') ?? '').split('.');
      const { context, room } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
      expect([context.user.name, `/${room}`]).to.deep.equal(['Jens', pathname]);
      expect(await client.getAttribute('rel')).to.equal('noopener noreferrer');
      expect(await visitor.findings('in-the-room-jitsi')).to.deep.equal([]);
      expect(visitor.faults).to.deep.equal([]);
      await visitor.close();
    } finally {
      await installation.close();
    }
  });
});
