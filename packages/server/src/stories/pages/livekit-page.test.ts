import { DisconnectReason, TrackSource } from '@livekit/protocol';
import { expect } from 'chai';
import type { Browser } from 'playwright-core';
import { sharedChromium } from '../testing/chromium.ts';
import { type Installation, openInstallation } from '../testing/installation.ts';
import { ana, type LiveKitServer, openLiveKitServer } from '../testing/livekit-server.ts';
import { patienceMs, type Visitor, visit } from '../testing/page-visitor.ts';

const keys = { apiKey: 'chancery', apiSecret: 'a secret for tests that is long enough' };

describe('the page of a meeting on a LiveKit server', () => {
  let browser: Browser;
  let livekit: LiveKitServer;
  let installation: Installation;
  let visitor: Visitor;
  before(async () => {
    browser = await sharedChromium();
    livekit = await openLiveKitServer(browser, keys);
    installation = await openInstallation({
      CHANCERY_CONFERENCE_PROVIDER: 'livekit',
      CHANCERY_RATE_LIMIT_SCALE: '10',
      CHANCERY_LIVEKIT_URL: livekit.url,
      CHANCERY_LIVEKIT_API_KEY: keys.apiKey,
      CHANCERY_LIVEKIT_API_SECRET: keys.apiSecret,
    });
  });
  after(async () => {
    await livekit?.close();
    await installation?.close();
  });
  beforeEach(async () => {
    visitor = await visit(browser, installation.baseUrl);
  });
  afterEach(async () => {
    await visitor.close();
    livekit.isDown = false;
    livekit.picture = TrackSource.CAMERA;
  });

  const press = (name: string) => visitor.page.getByRole('button', { name, exact: true }).click();
  const sees = (text: string | RegExp) => visitor.page.getByText(text).first().waitFor();
  const reaches = (name: string) => visitor.page.getByRole('heading', { level: 1, name }).waitFor();
  async function until(isSo: () => Promise<boolean>, what: string): Promise<void> {
    const latest = Date.now() + patienceMs;
    while (!(await isSo())) {
      expect(Date.now(), what).to.be.below(latest);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
  /** Waits until this many videos of people play on the page. */
  const playing = (count: number) =>
    until(
      async () => count === Number(await visitor.page.evaluate(playingPictures)),
      `${count} pictures were to run`,
    );
  const playingPictures = `[...document.querySelectorAll('.tiles video')]
    .filter((video) => !video.hidden && video.videoWidth > 0 && !video.paused).length`;

  async function enters(name: string, settings: object = {}) {
    const host = await installation.register(`${name.toLowerCase()}-host@example.com`, 'Hanna Host');
    const { meeting } = await host.meetings.createInstantMeeting({
      title: 'Stand-up',
      settings: { admission: 'open', ...settings },
    });
    await visitor.page.goto(meeting.joinUrl);
    await visitor.page.getByLabel('Your name').fill(name);
    await press('Enter');
    await reaches('You are in');
    const { occurrences } = await host.meetings.listOccurrences({ meetingId: meeting.id });
    return { host, sessionId: occurrences[0]?.id ?? '' };
  }

  it('is the client: it shows and plays others, and sends the own camera and microphone once they are turned on', async () => {
    const { page } = visitor;
    await enters('Lina');

    await sees('2 people are connected.');
    await sees(ana.name);
    await playing(1);
    const guest = livekit.guests.at(-1);
    expect([guest?.name, guest?.published]).to.deep.equal(['Lina', []]);
    expect(guest?.room).to.match(/^chn-/);
    expect(await page.locator('audio').count()).to.equal(1);
    expect(await visitor.findings('livekit-alone')).to.deep.equal([]);

    await press('Turn camera on');
    await page.getByRole('button', { name: 'Turn camera off' }).waitFor();
    await playing(2);
    await until(async () => (await livekit.picturesReceived()) > 5, 'pictures were to come to the server');
    await press('Turn microphone on');
    await page.getByRole('button', { name: 'Turn microphone off' }).waitFor();
    expect(await visitor.findings('livekit')).to.deep.equal([]);
    await press('Turn microphone off');
    await page.getByRole('button', { name: 'Turn microphone on' }).waitFor();
    expect(guest?.published).to.deep.equal([
      { source: TrackSource.CAMERA, muted: false },
      { source: TrackSource.MICROPHONE, muted: true },
    ]);

    await press('Leave');
    await reaches('You have left');
    await livekit.emptied();
    expect(visitor.faults).to.deep.equal([]);
  });

  it('a shared screen is shown large beside the people', async () => {
    livekit.picture = TrackSource.SCREEN_SHARE;
    await enters('Sina');
    await visitor.page.setViewportSize({ width: 1280, height: 800 });

    await sees(`Screen of ${ana.name}`);
    await playing(1);
    expect(await visitor.page.locator('.tiles .screen video').isVisible()).to.equal(true);
    expect(await visitor.page.locator('.tiles li').count()).to.equal(3);
    expect(await visitor.findings('livekit-screen')).to.deep.equal([]);
    expect(visitor.faults).to.deep.equal([]);
  });

  it('offers only what the token allows to send', async () => {
    await enters('Wanda', { attendeesMayPublishVideo: false, attendeesMayShareScreen: false });

    await visitor.page.getByRole('button', { name: 'Turn microphone on' }).waitFor();
    const offered = await visitor.page.locator('.controls button').allTextContents();
    expect(offered).to.deep.equal(['Turn microphone on']);
    expect(visitor.faults).to.deep.equal([]);
  });

  it('a removed person is disconnected from sound and picture too', async () => {
    const { host, sessionId } = await enters('Rolf');
    await sees('2 people are connected.');
    const { admissions } = await host.meetings.listAdmissions({ sessionId });
    const { id: admissionId = '' } = admissions.find(({ person }) => person.displayName === 'Rolf') ?? {};
    expect(livekit.guests.at(-1)?.identity).to.equal(admissionId);

    await host.meetings.decideOnAdmission({ sessionId, admissionId, decision: 'remove' });
    await reaches('You were removed from the meeting');
    await livekit.emptied();
    expect(visitor.faults).to.deep.equal([]);
  });

  it('sound and picture that moved to another page come back when a button is pressed', async () => {
    await enters('Ella');
    await sees('2 people are connected.');

    livekit.dismiss(DisconnectReason.DUPLICATE_IDENTITY);
    await sees('Sound and picture run on another page of yours.');
    await press('Use them here');
    await playing(1);
    expect(visitor.faults).to.deep.equal([]);
  });

  it('a person without devices, as without https, sees and hears, and is offered nothing to send', async () => {
    await visitor.page.addInitScript('delete Navigator.prototype.mediaDevices');
    await enters('Nora');

    await playing(1);
    expect(await visitor.page.locator('.controls button').count()).to.equal(0);
    expect(visitor.faults).to.deep.equal([]);
  });

  it('a media server that is unavailable or stops takes nobody’s place, and a button tries again', async () => {
    livekit.isDown = true;
    await enters('Dora');
    await sees('Sound and picture could not be connected. Your place in the meeting is kept.');
    expect(await visitor.findings('livekit-away')).to.deep.equal([]);

    livekit.isDown = false;
    await press('Connect again');
    await sees('2 people are connected.');
    livekit.dismiss(DisconnectReason.SERVER_SHUTDOWN);
    await sees('Sound and picture were disconnected. Your place in the meeting is kept.');
    expect(await visitor.page.locator('.tiles li').count()).to.equal(0);
    await press('Connect again');
    await playing(1);
    // The browser reports a failed connection on the console, even if it is handled.
    const { host } = new URL(livekit.url);
    expect(visitor.faults.filter((fault) => !fault.includes(host))).to.deep.equal([]);
  });

  it('only the page of a join link may reach the media server and ask for camera and microphone', async () => {
    const host = await installation.register('policy-host@example.com', 'Hanna Host');
    const { meeting } = await host.meetings.createInstantMeeting({ title: 'Stand-up' });
    const of = async (path: string) => {
      const { headers } = await fetch(new URL(path, installation.baseUrl));
      const [, connections] = /connect-src ([^;]*)/.exec(headers.get('content-security-policy') ?? '') ?? [];
      return [connections, headers.get('permissions-policy')?.includes('camera=(self)')];
    };
    const { host: server } = new URL(livekit.url);

    expect(await of(meeting.joinUrl)).to.deep.equal([`'self' ws://${server} http://${server}`, true]);
    expect(await of('/')).to.deep.equal(["'self'", false]);
    expect(await of('/settings/security')).to.deep.equal(["'self'", false]);
  });
});
