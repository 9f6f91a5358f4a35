import type { DeliveredMail } from '@chancery/core/testing';
import type { Chancery } from '@chancery/sdk';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { deliveredMail } from '../../../../adapters-services/src/mail/testing/delivered-mail.ts';
import { openSmtpReceiver } from '../../../../adapters-services/src/mail/testing/smtp-receiver.ts';
import { sharedChromium } from '../testing/chromium.ts';
import { type Installation, openInstallation, storyPassword } from '../testing/installation.ts';
import { findingsOf, type Visitor, visit } from '../testing/page-visitor.ts';

const from = 'meetings@chancery.example';
const logoUrl = 'https://logos.example.com/clinic.svg';
const logo = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="48"><rect width="96" height="48" rx="8" fill="#0b7a75"/></svg>`;
const showLogo = (page: Page) =>
  page.route(logoUrl, (route) => route.fulfill({ contentType: 'image/svg+xml', body: logo }));
const isLoaded = (page: Page) =>
  page.waitForFunction(
    "(() => { const image = document.querySelector('img'); return image !== null && image.naturalWidth > 0; })()",
  );

describe('an invitation that is mailed by SMTP and answered in a browser', () => {
  let mailer: Awaited<ReturnType<typeof openSmtpReceiver>>;
  let installation: Installation;
  let browser: Browser;
  let visitor: Visitor;
  let host: Chancery;
  before(async () => {
    mailer = await openSmtpReceiver();
    [browser, installation] = await Promise.all([
      sharedChromium(),
      openInstallation({
        CHANCERY_SMTP_URL: `smtp://127.0.0.1:${mailer.port}`,
        CHANCERY_EMAIL_VERIFICATION: 'optional',
        CHANCERY_MAIL_FROM: 'Chancery <no-reply@chancery.example>',
        CHANCERY_MAIL_ORGANIZER: from,
        CHANCERY_RATE_LIMIT_SCALE: '10',
      }),
    ]);
    host = await installation.register('hanna@büro.example', 'Hanna "HH" Höst, Dr.');
  });
  after(async () => {
    await installation?.close();
    await mailer?.close();
  });
  beforeEach(async () => {
    visitor = await visit(browser, installation.baseUrl);
    await visitor.page.setViewportSize({ width: 390, height: 844 });
  });
  afterEach(() => visitor.close());

  let ahead = 0;
  /** Moves the clock on by a minute, after which mails about meetings leave, and gives the newest mail to the address. */
  async function mailTo(address: string, seconds = 61): Promise<DeliveredMail> {
    ahead += seconds;
    installation.advance(seconds);
    await installation.mails();
    const raw = mailer.received.findLast(({ to }) => to.includes(address))?.raw;
    if (raw === undefined) throw new Error(`No mail came to ${address}`);
    return deliveredMail(raw);
  }
  const soon = (minutes = 600) =>
    new Date(Math.ceil(Date.now() / 60_000 + ahead / 60 + minutes) * 60_000).toISOString();
  const invite = (title: string, email: string, over: object = {}, by = host) =>
    by.meetings.createMeeting({
      title,
      scheduledStartAt: soon(),
      timeZone: 'Europe/Berlin',
      invitees: [{ email, displayName: 'Gina' }],
      ...over,
    });
  async function answerOf(meetingId: string, by = host) {
    const { invitations } = await by.meetings.listMeetingInvitations({ meetingId });
    return invitations.find(({ kind }) => kind === 'guest');
  }
  const answerLinks = ({ text }: DeliveredMail): Readonly<Record<string, string>> =>
    Object.fromEntries(
      [...text.matchAll(/^(Yes|Maybe|No|Ja|Vielleicht|Nein): (\S+)\r?$/gm)].map(([, label, url]) => [
        label,
        url,
      ]),
    );
  const press = (name: string) => visitor.page.getByRole('button', { name, exact: true }).click();
  const reaches = (name: string) =>
    visitor.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const sees = (text: string | RegExp) => visitor.page.getByText(text).first().waitFor();

  it('MTG-108: comes under the name of the organizer, and replies go there once the address is verified, while the workspace allows it', async () => {
    await invite('Unverified', 'una@example.com');
    const allowReplies = (meetingRepliesToOrganizer: boolean) =>
      host.workspace.updateSettings({ meetingRepliesToOrganizer });
    const unverified = await mailTo('una@example.com');
    const { text } = await mailTo('hanna@büro.example', 0);
    await host.identity.verifyEmail({ token: /#token=([\w-]{43})/.exec(text)?.[1] ?? '' });
    await invite('Verified', 'vera@example.com');
    const verified = await mailTo('vera@example.com');
    await allowReplies(false);
    await invite('Not allowed', 'nora@example.com');
    const notAllowed = await mailTo('nora@example.com');
    await allowReplies(true);

    expect([unverified, verified, notAllowed].map(({ replyTo }) => replyTo)).to.deep.equal([
      null,
      'hanna@xn--bro-hoa.example',
      null,
    ]);
    expect([unverified.from, verified.from, notAllowed.from]).to.deep.equal(
      Array(3).fill(`Hanna "HH" Höst, Dr. via Chancery <${from}>`),
    );
  });

  it('MTG-108: opening an answer records nothing, one press does, and the page then offers a change, the calendar and the way in', async () => {
    const { meeting } = await invite('Quarterly review', 'gina@example.com', {
      description: 'Bring the figures.\nAnd the questions.',
    });
    const links = answerLinks(await mailTo('gina@example.com'));
    const { page } = visitor;
    expect(Object.keys(links)).to.deep.equal(['Yes', 'Maybe', 'No']);

    // What a program that checks mail does: every link is fetched, and opened in a browser.
    for (const link of Object.values(links)) {
      expect((await fetch(link ?? '')).status).to.equal(200);
      await page.goto(link ?? '');
      await reaches('Quarterly review');
      await sees('until then nothing is recorded');
    }
    expect(await answerOf(meeting.id)).to.deep.include({ status: 'pending', respondedAt: null });

    await page.goto(links.Yes ?? '');
    await sees('You chose “Yes” in the mail.');
    expect(page.url()).to.equal(`${installation.baseUrl}/?room=${meeting.joinCode}&prejoin=1`);
    expect(await visitor.findings('answer-chosen')).to.deep.equal([]);
    await press('Yes');
    await reaches('You answered: Yes');
    expect(await answerOf(meeting.id)).to.deep.include({ status: 'accepted', responseVia: 'link' });
    expect(await page.getByRole('link', { name: 'Add to calendar' }).count()).to.equal(1);
    expect(await page.getByRole('button', { name: 'Enter the meeting' }).count()).to.equal(1);
    expect(await visitor.findings('answer-given')).to.deep.equal([]);

    await press('Change the answer');
    await reaches('Quarterly review');
    expect(await page.getByText('until then nothing is recorded').count()).to.equal(0);
    await press('No');
    await reaches('You answered: No');
    expect(await answerOf(meeting.id)).to.deep.include({ status: 'declined' });
    expect(visitor.faults).to.deep.equal([]);
  });

  it('MTG-108: does not offer Maybe where the meeting does not allow it, and an answer about one date is for that date', async () => {
    const { meeting } = await invite('Weekly', 'sven@example.com', {
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' },
      settings: { allowTentative: false },
    });
    expect(Object.keys(answerLinks(await mailTo('sven@example.com')))).to.deep.equal(['Yes', 'No']);
    const { occurrences } = await host.meetings.listOccurrences({ meetingId: meeting.id });
    const [, second] = occurrences;
    await host.meetings.updateOccurrence({
      meetingId: meeting.id,
      sessionId: second?.id ?? '',
      durationMinutes: 30,
      expectedVersion: second?.version ?? 0,
    });
    const { page } = visitor;

    await page.goto(answerLinks(await mailTo('sven@example.com')).No ?? '');
    await sees('The mail asks about this date:');
    expect(await page.getByRole('button', { name: 'Maybe', exact: true }).count()).to.equal(0);
    expect(await visitor.findings('answer-for-one-date')).to.deep.equal([]);
    await press('No');
    await reaches('You answered: No');

    const given = await answerOf(meeting.id);
    expect(given?.status).to.equal('pending');
    expect(given?.occurrenceResponses?.map(({ sessionId, status }) => [sessionId, status])).to.deep.equal([
      [second?.id, 'declined'],
    ]);
    expect(visitor.faults).to.deep.equal([]);
  });

  it('MTG-108: says in a plain sentence that the meeting was cancelled or the invitation withdrawn, also while the page is open', async () => {
    const { page } = visitor;
    const cancelled = await invite('Called off', 'cara@example.com');
    await page.goto(answerLinks(await mailTo('cara@example.com')).Yes ?? '');
    await reaches('Called off');
    await host.meetings.cancelMeeting({ meetingId: cancelled.meeting.id });
    await press('Yes');
    await reaches('This meeting is cancelled');
    await sees('“Called off” does not take place.');
    expect((await answerOf(cancelled.meeting.id))?.status).to.equal('pending');

    const withdrawn = await invite('For others', 'wim@example.com');
    await page.goto(answerLinks(await mailTo('wim@example.com')).Maybe ?? '');
    await reaches('For others');
    const meetingId = withdrawn.meeting.id;
    const invitationId = (await answerOf(meetingId))?.id ?? '';
    await host.meetings.revokeMeetingInvitation({ meetingId, invitationId });
    await press('Maybe');
    await reaches('This link no longer works');
    await sees('Whoever sent it has withdrawn it.');
    expect(visitor.faults).to.deep.equal([]);
  });

  it('MTG-108: mails and pages of a meeting show name and logo of its workspace, and load nothing else', async () => {
    await host.workspace.updateWorkspace({ name: 'Clinic & Sons', logoUrl });
    await invite('With a logo', 'lola@example.com', {
      description: 'Bring the figures.\nAnd the questions.',
      recurrence: { rrule: 'FREQ=WEEKLY;COUNT=3' },
    });
    const mail = await mailTo('lola@example.com');
    expect(mail.text).to.match(/^Clinic & Sons\r?\n\r?\nHello Gina,/);
    const { meeting: webinar } = await host.meetings.createMeeting({
      title: 'Open lecture',
      meetingType: 'webinar',
      scheduledStartAt: soon(),
    });
    await installation.client().meetings.registerForWebinar({
      joinCode: webinar.joinCode,
      email: 'rita@example.com',
      displayName: 'Rita',
    });
    const registrant = await mailTo('rita@example.com');
    expect(registrant.from).to.equal(mail.from);
    const { page } = visitor;
    await showLogo(page);

    const links = [
      answerLinks(mail).Maybe,
      webinar.joinUrl,
      /\S+&registration=[\w-]{43}/.exec(registrant.text)?.[0],
    ];
    for (const [index, link] of links.entries()) {
      await page.goto('about:blank');
      await page.goto(link ?? '');
      await reaches(index === 0 ? 'With a logo' : 'Open lecture');
      await isLoaded(page);
      await page.getByRole('banner').getByText('Clinic & Sons', { exact: true }).waitFor();
      expect(await visitor.findings(`branded-${index}`)).to.deep.equal([]);
    }
    expect(new Set(visitor.faults)).to.deep.equal(new Set([`asked ${logoUrl}`]));

    const reader = await browser.newPage({ viewport: { width: 390, height: 844 } });
    const asked: string[] = [];
    reader.on('request', (request) => asked.push(request.url()));
    await showLogo(reader);
    for (const [name, { html }] of Object.entries({ mail, registrant })) {
      await reader.setContent(html);
      await isLoaded(reader);
      expect(html).to.include('Clinic &amp; Sons</span>');
      expect(await findingsOf(reader, `branded-${name}`)).to.deep.equal([]);
    }
    expect(new Set(asked)).to.deep.equal(new Set([logoUrl]));
    await reader.close();
  });

  it('MTG-108: mail and page speak German, and a workspace that closes says so', async () => {
    const karl = await installation.register('karl@example.com', 'Karl');
    await karl.workspace.updateSettings({ defaultLocale: 'de' });
    const { meeting } = await invite('Gespräch', 'grete@example.com', {}, karl);
    const mail = await mailTo('grete@example.com');
    expect(Object.keys(answerLinks(mail))).to.deep.equal(['Ja', 'Vielleicht', 'Nein']);
    const german = await visit(browser, installation.baseUrl, 'de-DE');
    const { page } = german;
    await page.setContent(mail.html);
    expect(await german.findings('mail-de')).to.deep.equal([]);
    await page.goto(answerLinks(mail).Vielleicht ?? '');
    await page.getByText('In der Mail haben Sie „Vielleicht“ gewählt.').waitFor();
    expect(await german.findings('answer-chosen-de')).to.deep.equal([]);
    // The longest answer fits on one line of the narrowest screen.
    const button = page.getByRole('button', { name: 'Vielleicht', exact: true });
    expect((await button.boundingBox())?.height).to.be.below(60);
    await page.getByRole('button', { name: 'Vielleicht', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Ihre Antwort: Vielleicht' }).waitFor();
    expect((await answerOf(meeting.id, karl))?.status).to.equal('tentative');

    await karl.identity.reauthenticate({ password: storyPassword });
    const { workspace } = await karl.workspace.getWorkspace();
    await karl.workspace.closeWorkspace({ confirmSlug: workspace.slug });
    await page.getByRole('button', { name: 'Antwort ändern' }).click();
    await page.getByRole('button', { name: 'Nein', exact: true }).click();
    await page.getByRole('alert').getByText('Der Workspace wird geschlossen oder ist gesperrt').waitFor();
    expect(await german.findings('answer-closing-de')).to.deep.equal([]);
    expect(german.faults).to.deep.equal([]);
    await german.close();

    installation.advance(31 * 86_400);
    await installation.run('workspace.finalise_closure');
    await visitor.page.goto(answerLinks(mail).Ja ?? '');
    await reaches('This link opens no meeting');
    await sees('Open it again from the invitation, or ask the organizer for a new one.');
  });
});
