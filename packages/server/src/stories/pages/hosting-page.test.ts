import type { Chancery } from '@chancery/sdk';
import { expect } from 'chai';
import type { Browser, Locator } from 'playwright-core';
import { sharedChromium } from '../testing/chromium.ts';
import { type Installation, openInstallation, storyPassword } from '../testing/installation.ts';
import { openLiveKitServer } from '../testing/livekit-server.ts';
import { type Visitor, visit } from '../testing/page-visitor.ts';
import { peopleOf } from '../testing/people.ts';

describe('hosting a meeting in the browser', () => {
  let installation: Installation;
  let browser: Browser;
  let api: Chancery;
  let host: Visitor;
  let guest: Visitor;
  before(async () => {
    [browser, installation] = await Promise.all([
      sharedChromium(),
      openInstallation({ CHANCERY_RATE_LIMIT_SCALE: '10' }),
    ]);
    api = await installation.register('hanna@example.com', 'Hanna Host');
  });
  after(async () => {
    await installation?.close();
  });
  beforeEach(async () => {
    [host, guest] = await Promise.all([
      visit(browser, installation.baseUrl),
      visit(browser, installation.baseUrl),
    ]);
  });
  afterEach(async () => {
    const faults = [...host.faults, ...guest.faults];
    await Promise.all([host.close(), guest.close()]);
    expect(faults).to.deep.equal([]);
  });

  const meetingWith = async (settings: object = {}) =>
    (await api.meetings.createInstantMeeting({ title: 'Salon', settings })).meeting;
  const sessionOf = async (meetingId: string) => {
    const { occurrences } = await api.meetings.listOccurrences({ meetingId });
    return occurrences.find(({ status }) => status === 'live')?.id ?? '';
  };

  it('MTG-107: a host who comes by the join link sees who waits and admits them; the guest sees it within five seconds', async () => {
    const { joinUrl } = await meetingWith();
    await guest.page.clock.install();
    await comesAsHost(host, joinUrl);
    await waitingRoom(host).getByText('Nobody is waiting.').waitFor();
    expect(await host.findings('hosting-alone')).to.deep.equal([]);

    await knocks(guest, joinUrl, 'Stella Stranger');
    const row = rowOf(waitingRoom(host), 'Stella Stranger');
    await row.getByText('Not invited; has typed this name').waitFor();
    await waitingRoom(host).getByText('1 person asks to come in.').waitFor();
    expect(await host.page.title()).to.match(/^\(1\) You are in/);
    expect(await host.findings('hosting-a-knock')).to.deep.equal([]);
    expect(host.page.url()).to.equal(joinUrl);

    await fiveSecondsAfter(guest, async () => {
      await press(row, 'Admit: Stella Stranger');
      await host.page.getByRole('heading', { name: 'In the room (2)' }).waitFor();
    });
    await reaches(guest, 'You are in');
    await guest.page.getByText('This room has no sound or picture.').waitFor();
    await rowOf(people(host), 'Hanna Host').getByText('You', { exact: true }).waitFor();
    await waitingRoom(host).getByText('Nobody is waiting.').waitFor();
    expect(await host.page.title()).to.match(/^You are in/);
    expect(await guest.page.getByRole('heading', { name: 'Waiting room' }).count()).to.equal(0);
  });

  it('MTG-107: a guest who is denied sees it within five seconds, and can be let in after all', async () => {
    const { joinUrl } = await meetingWith();
    await guest.page.clock.install();
    await comesAsHost(host, joinUrl);
    await knocks(guest, joinUrl, 'Rudi');
    await fiveSecondsAfter(guest, async () => {
      await press(waitingRoom(host), 'Deny: Rudi');
      await waitingRoom(host).getByText('Nobody is waiting.').waitFor();
    });
    await reaches(guest, 'You were not let in');

    await host.page.getByText('Turned away or removed').click();
    await rowOf(people(host), 'Rudi').getByText('turned away').waitFor();
    expect(await host.findings('hosting-turned-away')).to.deep.equal([]);
    await press(people(host), 'Admit: Rudi');
    await host.page.getByRole('heading', { name: 'In the room (2)' }).waitFor();
    await guest.page.clock.runFor(10_000);
    await reaches(guest, 'You are in');
  });

  it('MTG-107: a host admits everybody who waits at once', async () => {
    const { joinUrl, joinCode } = await meetingWith();
    await comesAsHost(host, joinUrl);
    for (const displayName of ['Ada', 'Bo', 'Cleo'])
      await installation.client().meetings.requestAdmission({ joinCode, displayName });
    await knocks(guest, joinUrl, 'Dora');
    await waitingRoom(host).getByText('4 people ask to come in.').waitFor();
    expect(await host.findings('hosting-a-line')).to.deep.equal([]);

    await press(waitingRoom(host), 'Admit all');

    await host.page.getByRole('heading', { name: 'In the room (5)' }).waitFor();
    await reaches(guest, 'You are in');
    expect(await host.findings('hosting-people')).to.deep.equal([]);
  });

  it('MTG-107: a host removes somebody after a second question, and the page of that person says so', async () => {
    const { joinUrl } = await meetingWith({ admission: 'open' });
    await comesAsHost(host, joinUrl);
    await enters(guest, joinUrl, 'Rolf');
    await reaches(guest, 'You are in');
    await press(people(host), 'Remove: Rolf');
    await press(people(host), 'Keep: Rolf');
    await press(people(host), 'Remove: Rolf');
    expect(await host.findings('hosting-remove')).to.deep.equal([]);
    await press(people(host), 'Remove now: Rolf');

    await host.page.getByText('Rolf was removed.').waitFor();
    await host.page.getByRole('heading', { name: 'In the room (1)' }).waitFor();
    expect(await people(host).getByRole('button', { name: 'Remove: Hanna Host' }).count()).to.equal(0);
    expect(await host.page.evaluate('document.activeElement.textContent')).to.equal('In the room (1)');
    await reaches(guest, 'You were removed from the meeting');
    await press(guest.page, 'Ask to enter again');
    await reaches(guest, 'Please wait');
    await rowOf(waitingRoom(host), 'Rolf').getByText('was turned away or removed before').waitFor();
  });

  it('MTG-107: a locked room lets nobody in by itself, and unlocking lets in whom the meeting admits', async () => {
    const { joinUrl } = await meetingWith({ admission: 'open' });
    await comesAsHost(host, joinUrl);
    await press(host.page, 'Lock the room');
    await host.page.getByText('The room is locked: whoever comes now waits').waitFor();
    expect(await host.findings('hosting-locked')).to.deep.equal([]);

    await knocks(guest, joinUrl, 'Lena');
    await guest.page.getByText('The meeting is locked.').waitFor();
    expect(await guest.findings('waiting-locked')).to.deep.equal([]);
    await rowOf(waitingRoom(host), 'Lena').getByText('came to the locked room').waitFor();
    await press(host.page, 'Unlock the room');

    await reaches(guest, 'You are in');
    await press(host.page, 'Lock the room');
  });

  it('MTG-107: a host ends the meeting for everybody after a second question', async () => {
    const { id, joinUrl } = await meetingWith({ admission: 'open' });
    await comesAsHost(host, joinUrl);
    await enters(guest, joinUrl, 'Gina');
    await reaches(guest, 'You are in');
    await press(host.page, 'End for everybody');
    await host.page.getByText('The meeting ends for everybody who is in it').waitFor();
    expect(await host.findings('hosting-end')).to.deep.equal([]);
    await press(host.page, 'Go on with the meeting');
    await press(host.page, 'End for everybody');
    await press(host.page, 'End it now');

    await reaches(host, 'The meeting has ended');
    await reaches(guest, 'The meeting has ended');
    expect((await api.meetings.getMeeting({ meetingId: id })).meeting.status).to.equal('ended');
  });

  it('MTG-107: what another host does shows by itself, and whoever runs the meeting no more can do nothing any more', async () => {
    const { joinByInvitation } = peopleOf(installation);
    const cora = { email: 'cora@example.com', displayName: 'Cora Cohost', role: 'member' } as const;
    const { id: userId } = (await (await joinByInvitation(api, cora)).identity.getMe()).user;
    const { id: meetingId, joinUrl } = await meetingWith({ admission: 'open' });
    const { invitation } = await api.meetings.createMeetingInvitation({ meetingId, userId, role: 'co_host' });
    await comesAsHost(host, joinUrl, cora.email);
    await rowOf(people(host), 'Cora Cohost').getByText('Co-host').waitFor();

    const sessionId = await sessionOf(meetingId);
    await api.meetings.lockSession({ sessionId });
    await host.page.getByRole('button', { name: 'Unlock the room' }).waitFor();
    await knocks(guest, joinUrl, 'Tilo');
    await rowOf(waitingRoom(host), 'Tilo').waitFor();
    await api.meetings.admitAll({ sessionId });
    await waitingRoom(host).getByText('Nobody is waiting.').waitFor();
    await rowOf(people(host), 'Tilo').waitFor();

    await api.meetings.updateMeetingInvitation({ meetingId, invitationId: invitation.id, role: 'attendee' });
    await host.page.getByRole('button', { name: 'Unlock the room' }).waitFor({ state: 'detached' });
    expect(await host.page.getByRole('button', { name: 'End for everybody' }).count()).to.equal(0);
    expect(await host.page.getByRole('button', { name: 'Leave' }).count()).to.equal(1);
  });

  it('MTG-107: a co-host who is a guest of the workspace is told that the controls are for members', async () => {
    const { joinByInvitation } = peopleOf(installation);
    const gero = { email: 'gero@example.com', displayName: 'Gero Guest', role: 'guest' } as const;
    const { id: userId } = (await (await joinByInvitation(api, gero)).identity.getMe()).user;
    const { id: meetingId, joinUrl } = await meetingWith();
    await api.meetings.createMeetingInvitation({ meetingId, userId, role: 'co_host' });

    await comesAsHost(host, joinUrl, gero.email);

    await host.page.getByText('is for members of the workspace who are signed in.').waitFor();
    expect(await host.page.getByRole('button', { name: 'End for everybody' }).count()).to.equal(0);
    expect(await host.page.getByRole('button', { name: 'Leave' }).count()).to.equal(1);
  });

  it('MTG-107: a host opens a personal room from its join link and lets somebody in', async () => {
    const { meeting } = await api.meetings.openPersonalRoom({});
    await enters(guest, meeting.joinUrl, 'Petra');
    await guest.page.getByText('The meeting has not started yet.').waitFor();
    await signsIn(host, meeting.joinUrl);
    await press(host.page, 'Start the meeting');
    await reaches(host, 'You are in');
    await press(waitingRoom(host), 'Admit: Petra');
    await reaches(guest, 'You are in');
  });

  it('MTG-107: a host who acts in another workspace when they sign in starts and runs the meeting all the same', async () => {
    const wanda = await installation.register('wanda@example.com', 'Wanda');
    const { meeting } = await wanda.meetings.openPersonalRoom({});
    const { workspace } = await wanda.workspace.createWorkspace({ name: 'Another workspace' });
    await wanda.identity.switchWorkspace({ workspaceId: workspace.id });
    await signsIn(host, meeting.joinUrl, 'wanda@example.com');
    await press(host.page, 'Start the meeting');
    await reaches(host, 'You are in');
    await host.page.getByRole('heading', { name: 'In the room (1)' }).waitFor();
    await knocks(guest, meeting.joinUrl, 'Udo');
    await press(waitingRoom(host), 'Admit: Udo');
    await reaches(guest, 'You are in');
  });

  it('MTG-107: a signed-in host comes from the home page, and finds the controls again after a reload', async () => {
    const hugo = await installation.register('hugo@example.com', 'Hugo');
    const { meeting } = await hugo.meetings.createInstantMeeting({ title: 'From home' });
    await host.page.goto(`${installation.baseUrl}/sign-in`);
    await host.page.getByLabel('E-mail address').fill('hugo@example.com');
    await host.page.getByLabel('Password', { exact: true }).fill(storyPassword);
    await press(host.page, 'Sign in');
    await host.page.getByRole('link', { name: `Enter as host: ${meeting.title}` }).click();
    await press(host.page, 'Enter');
    await reaches(host, 'You are in');
    await knocks(guest, meeting.joinUrl, 'Vera');
    await host.page.reload();
    await press(host.page, 'Enter');
    await press(waitingRoom(host), 'Admit: Vera');
    await reaches(guest, 'You are in');
    expect(host.page.url()).to.equal(meeting.joinUrl);
  });

  it('speaks German to a host whose browser does, at the width of a desk too', async () => {
    const { joinUrl, joinCode } = await meetingWith();
    await installation.client().meetings.requestAdmission({ joinCode, displayName: 'Frieda Fremd' });
    const german = await visit(browser, installation.baseUrl, 'de-DE');
    const { page } = german;
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(joinUrl);
    await page.getByRole('button', { name: 'Ich bin Mitglied: anmelden' }).click();
    await page.getByLabel('E-Mail-Adresse').fill('hanna@example.com');
    await page.getByLabel('Passwort', { exact: true }).fill(storyPassword);
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
    await page.getByRole('button', { name: 'Einlassen: Frieda Fremd' }).waitFor();
    await page.getByText('Dieser Raum hat weder Ton noch Bild.').waitFor();
    expect(await german.findings('hosting-de')).to.deep.equal([]);
    const { faults } = german;
    await german.close();
    expect(faults).to.deep.equal([]);
  });
});

describe('hosting a meeting whose sound and picture run elsewhere', () => {
  const secret = 'a secret for tests that is long enough';
  let browser: Browser;
  before(async () => {
    browser = await sharedChromium();
  });

  /** Every control once, by a host and a guest who have come into a room of this provider. */
  async function runsTheRoom(
    provider: 'livekit' | 'jitsi',
    environment: Readonly<Record<string, string>>,
    isThere: (host: Visitor) => Promise<unknown>,
  ): Promise<void> {
    const installation = await openInstallation({
      CHANCERY_CONFERENCE_PROVIDER: provider,
      CHANCERY_RATE_LIMIT_SCALE: '10',
      ...environment,
    });
    const [host, guest] = await Promise.all([
      visit(browser, installation.baseUrl),
      visit(browser, installation.baseUrl),
    ]);
    try {
      const api = await installation.register('hanna@example.com', 'Hanna Host');
      const { meeting } = await api.meetings.createInstantMeeting({ title: 'Salon' });
      await comesAsHost(host, meeting.joinUrl);
      await isThere(host);
      await knocks(guest, meeting.joinUrl, 'Jens');
      await press(waitingRoom(host), 'Admit: Jens');
      await reaches(guest, 'You are in');
      await host.page.getByRole('heading', { name: 'In the room (2)' }).waitFor();
      expect(await host.findings(`hosting-${provider}`)).to.deep.equal([]);
      await host.page.setViewportSize({ width: 1280, height: 900 });
      expect(await host.findings(`hosting-${provider}-wide`)).to.deep.equal([]);
      expect(await host.page.getByText('no sound or picture').count()).to.equal(0);

      await press(people(host), 'Remove: Jens');
      await press(people(host), 'Remove now: Jens');
      const told = provider === 'jitsi' ? 'Remove them in Jitsi too' : 'Jens was removed.';
      await host.page.getByText(told).waitFor();
      await reaches(guest, 'You were removed from the meeting');
      await press(host.page, 'Lock the room');
      await host.page.getByRole('button', { name: 'Unlock the room' }).waitFor();
      await press(host.page, 'End for everybody');
      await press(host.page, 'End it now');
      await reaches(host, 'The meeting has ended');
      await reaches(guest, 'The meeting has ended');
    } finally {
      await Promise.all([host.close(), guest.close()]);
      await installation.close();
    }
    expect([...host.faults, ...guest.faults]).to.deep.equal([]);
  }

  it('MTG-107: a host admits, removes, locks and ends beside the picture of LiveKit, which leaves with them', async () => {
    const keys = { apiKey: 'chancery', apiSecret: secret };
    const livekit = await openLiveKitServer(browser, keys);
    const environment = {
      CHANCERY_LIVEKIT_URL: livekit.url,
      CHANCERY_LIVEKIT_API_KEY: keys.apiKey,
      CHANCERY_LIVEKIT_API_SECRET: keys.apiSecret,
    };
    await runsTheRoom('livekit', environment, ({ page }) =>
      page.getByText('2 people are connected.').waitFor(),
    );
    expect(livekit.guests.map(({ name }) => name)).to.deep.equal(['Hanna Host', 'Jens']);
    await livekit.emptied();
    await livekit.close();
  });

  it('MTG-107: a host admits, removes, locks and ends beside the link to Jitsi, and reads what stays open there', async () => {
    const environment = {
      CHANCERY_JITSI_URL: 'https://meet.example.com',
      CHANCERY_JITSI_APP_ID: 'chancery',
      CHANCERY_JITSI_APP_SECRET: secret,
      CHANCERY_JITSI_TENANT: 'meet.example.com',
    };
    await runsTheRoom('jitsi', environment, ({ page }) =>
      page.getByRole('link', { name: 'Open sound and picture' }).waitFor(),
    );
  });
});

const reaches = ({ page }: Visitor, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const press = (place: Pick<Locator, 'getByRole'>, name: string) =>
  place.getByRole('button', { name, exact: true }).click();
const waitingRoom = ({ page }: Visitor) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'Waiting room' }) });
const people = ({ page }: Visitor) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: 'In the room' }) });
const rowOf = (place: Locator, name: string) => place.getByRole('listitem').filter({ hasText: name });

async function enters({ page }: Visitor, joinUrl: string, name: string): Promise<void> {
  await page.goto(joinUrl);
  await page.getByLabel('Your name').fill(name);
  await press(page, 'Enter');
}
async function knocks(visitor: Visitor, joinUrl: string, name: string): Promise<void> {
  await enters(visitor, joinUrl, name);
  await reaches(visitor, 'Please wait');
}
async function signsIn({ page }: Visitor, joinUrl: string, email = 'hanna@example.com'): Promise<void> {
  await page.goto(joinUrl);
  await press(page, 'I am a member: sign in');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(storyPassword);
  await press(page, 'Sign in');
}
/** Stops the clock of a page that installed its own, and lets five seconds pass there once something has been done. */
async function fiveSecondsAfter({ page }: Visitor, act: () => Promise<void>): Promise<void> {
  await page.clock.pauseAt(Date.now() + 1000);
  await act();
  await page.clock.runFor(5000);
}
/** By the join link and with their own sign-in, as from any other device. */
async function comesAsHost(visitor: Visitor, joinUrl: string, email?: string): Promise<void> {
  await signsIn(visitor, joinUrl, email);
  await reaches(visitor, 'You are in');
}
