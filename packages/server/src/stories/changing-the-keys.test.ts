import { randomBytes } from 'node:crypto';
import { type Database, openPostgres } from '@chancery/adapters-persistence';
import { MasterKeyRing } from '@chancery/adapters-services';
import { isSession } from '@chancery/sdk';
import { expect } from 'chai';
import { rotateRoot } from '../rotate-root.ts';
import { commandOutput } from '../testing/host-command.ts';
import { chanceryCommand } from './testing/command-line.ts';
import {
  codeOf,
  type Installation,
  openInstallation,
  storyPassword as password,
} from './testing/installation.ts';
import { inviteTokenIn, mailsTo, oneMailTo, registrationTokenIn } from './testing/meeting-story.ts';
import { ownPostgres } from './testing/own-postgres.ts';
import { peopleOf } from './testing/people.ts';
import { totpCode } from './testing/totp-code.ts';

const email = 'ann@example.com';
const [guest, listener] = ['gus@example.com', 'lea@example.com'];
const passcode = 'harbour-42';
const newDevice = 'New sign-in to your account';

const master = (kid: string) => {
  const key = randomBytes(32);
  return { key, entry: `${kid}:${key.toString('base64')}` };
};
const [first, second, third] = [master('first'), master('second'), master('third')];
const ofBefore = `${second.entry},${first.entry}`;

/** What somebody keeps who was there before any key changed. */
interface Kept {
  readonly meetingId: string;
  readonly joinCode: string;
  readonly invitation: string;
  readonly registration: string;
  readonly totpSecret: string;
  readonly deviceToken: string;
  readonly recoveryCodes: string[];
  refreshToken: string;
}

/** The steps of docs/operating.md, “Keys”, one after the other; each test goes on where the one before ended. */
describe('story: changing the keys of an installation', function () {
  this.timeout(600_000);
  let database: Awaited<ReturnType<typeof ownPostgres>>;
  let looking: Database;
  let running: Installation | undefined;
  let kept: Kept;
  let hours = 0;
  before(async () => {
    database = await ownPostgres();
    looking = await openPostgres(database.url, { poolSize: 1 });
  });
  after(async () => {
    await running?.close();
    await looking?.close();
    await database?.close();
  });

  const environment = (masterKeys: string) => ({
    CHANCERY_DATABASE_URL: database.url,
    CHANCERY_MASTER_KEY: masterKeys,
    CHANCERY_RATE_LIMIT_SCALE: '10',
  });
  /** Starts the installation with these keys, an hour after the last start. */
  async function start(masterKeys: string): Promise<Installation> {
    hours += 1;
    const startsAt = new Date(Date.now() + hours * 3_600_000).toISOString();
    running = await openInstallation(environment(masterKeys), { startsAt });
    return running;
  }
  async function stop(): Promise<void> {
    await running?.close();
    running = undefined;
  }
  const rows = async (text: string) => (await looking.pool.query(text)).rows;

  /** Signs in with the password and then what `given` says, on the device of before; says whether it was known. */
  async function signIn({ client, mails, advance }: Installation, given: object) {
    advance(60);
    const seen = mailsTo(await mails(), email).length;
    const challenge = await client().identity.login({ email, password, deviceToken: kept.deviceToken });
    if (isSession(challenge)) throw new Error('The sign-in asks for no second factor');
    const { challengeToken } = challenge;
    const outcome = await codeOf(client().identity.answerChallenge({ challengeToken, ...given }));
    const since = mailsTo(await mails(), email).slice(seen);
    return [outcome, since.some(({ subject }) => subject === newDevice) ? 'a new device' : 'a known device'];
  }

  /** What is left of what people had before. */
  async function whatWorks(here: Installation) {
    const { client, now } = here;
    const { meetings, identity } = client();
    const { invitation, registration, joinCode, refreshToken, recoveryCodes, totpSecret } = kept;
    const refreshed = await identity.refreshSession({ refreshToken }).catch((error: unknown) => error);
    const session = refreshed instanceof Error ? null : (refreshed as { refreshToken: string }); // what it answers
    kept.refreshToken = session?.refreshToken ?? refreshToken;
    return {
      invitation: await codeOf(meetings.previewMeetingInvitation({ token: invitation })),
      registration: await codeOf(meetings.getRegistration({ token: registration })),
      refreshToken: session === null ? await codeOf(Promise.reject(refreshed)) : 'none',
      totpSecret: await signIn(here, { totpCode: totpCode(totpSecret, Date.parse(now()) + 60_000) }),
      recoveryCode: (await signIn(here, { recoveryCode: recoveryCodes.pop() ?? '' }))[0],
      passcode: (await meetings.checkPasscode({ joinCode, passcode })).valid,
    };
  }
  const everything = {
    invitation: 'none',
    registration: 'none',
    refreshToken: 'none',
    totpSecret: ['none', 'a known device'],
    recoveryCode: 'none',
    passcode: true,
  };

  /** Makes everything that derives or is sealed, by the endpoints. */
  async function live(here: Installation): Promise<Kept> {
    const { client, mails, advance, now } = here;
    const ann = await peopleOf(here).registerVerified(email, 'Ann');
    const { meeting } = await ann.meetings.createMeeting({
      title: 'Board',
      scheduledStartAt: '2030-06-08T16:00:00Z',
      passcode,
      invitees: [{ email: guest }],
    });
    const webinar = await ann.meetings.createMeeting({
      title: 'Lecture',
      meetingType: 'webinar',
      scheduledStartAt: '2030-06-09T16:00:00Z',
      webinar: { capacity: 5, registrationMode: 'automatic' },
    });
    await client().meetings.registerForWebinar({
      joinCode: webinar.meeting.joinCode,
      email: listener,
      displayName: 'Lea',
      answers: [],
    });
    const session = await client().identity.login({ email, password });
    if (!isSession(session)) throw new Error('The sign-in asks for a second factor');
    const { factor, secret } = await ann.identity.beginTotp();
    const confirmed = await ann.identity.confirmTotp({
      factorId: factor.id,
      code: totpCode(secret, Date.parse(now())),
    });
    advance(61);
    const sent = await mails();
    return {
      meetingId: meeting.id,
      joinCode: meeting.joinCode,
      invitation: inviteTokenIn(oneMailTo(sent, guest)),
      registration: registrationTokenIn(oneMailTo(sent, listener)),
      totpSecret: secret,
      deviceToken: session.deviceToken ?? '',
      recoveryCodes: [...(confirmed.recoveryCodes ?? [])],
      refreshToken: session.refreshToken,
    };
  }

  it('PLT-27: an installation of before is upgraded, and nothing changes for it', async () => {
    // Before there was a root secret, everything derived from the last key of the list: the same bytes, kept nowhere.
    const sealed = Buffer.from(new MasterKeyRing(ofBefore).seal(first.key, 'key-root:1'));
    await looking.pool.query(
      `insert into key_root (number, pepper_id, secret_sealed, created_at) values (1, 'derived', $1, now())`,
      [sealed],
    );
    kept = await live(await start(ofBefore));
    await stop();
    const hasRoot = async () => (await rows("select to_regclass('key_root') is not null found"))[0]?.found;
    const migrations = await looking.dataSource();
    while (await hasRoot()) await migrations.undoLastMigration({ transaction: 'each' });

    const upgraded = await start(ofBefore);

    expect(await whatWorks(upgraded)).to.deep.equal(everything);
    expect(await rows('select number, pepper_id from key_root')).to.deep.equal([
      { number: 1, pepper_id: 'derived' },
    ]);
    await stop();
  });

  it('PLT-27: after keys reseal every older master key may go, the last of the list too', async () => {
    const list = `${third.entry},${ofBefore}`;
    expect(await whatWorks(await start(list))).to.deep.equal(everything);

    // Beside the running server, as the guide says.
    const resealed = await chanceryCommand(['keys', 'reseal'], environment(list));
    await stop();

    expect(resealed.code, resealed.said).to.equal(0);
    expect(resealed.said).to.include('key_root.secret_sealed: 1 sealed again');
    expect(resealed.answer).to.include({ unreadable: 0 });
    expect(await whatWorks(await start(third.entry))).to.deep.equal(everything);
  });

  it('PLT-27: keys rotate-root is refused while a server runs, and ends nothing', async () => {
    const refused = await commandOutput(() =>
      rotateRoot(environment(third.entry), { json: true, yes: true }),
    );

    expect(refused.code).to.equal(5);
    expect(refused.said).to.include('One process is running');
    await stop();
    expect(await whatWorks(await start(third.entry))).to.deep.equal(everything);
    await stop();
  });

  it('PLT-27: a new root ends derived links, sessions, device tokens and recovery codes, and the password stays', async () => {
    const [left] = await rows(
      `select (select count(*)::int from sessions where revoked_at is null) sessions,
              (select count(*)::int from recovery_codes where used_at is null) codes`,
    );
    const rotated = await chanceryCommand(['keys', 'rotate-root', '--yes'], environment(third.entry));
    expect(rotated.code, rotated.said).to.equal(0);
    // Two people are invited to the board meeting, Ann to the lecture too; one has registered.
    const ended = (rotated.answer as { ended: { links: number } }).ended; // as the guide shows it
    expect(rotated.answer).to.deep.equal({
      rotated: true,
      ended: {
        links: ended.links,
        sessions: left.sessions,
        accountsWithDevices: 1,
        recoveryCodes: left.codes,
      },
    });
    expect(ended.links).to.be.at.least(2);
    expect(rotated.said)
      .to.include(`${ended.links} links`)
      .and.include(`${left.codes} unused recovery codes`);

    const here = await start(third.entry);

    expect(await whatWorks(here)).to.deep.equal({
      invitation: 'link.gone',
      registration: 'registration.not_found',
      refreshToken: 'auth.refresh_invalid',
      totpSecret: ['none', 'a new device'],
      recoveryCode: 'factor.code_invalid',
      passcode: true,
    });
    // The sign-in has hashed the password with the new pepper; the passcode still needs the one before.
    expect(await rows(`select hash like '%,keyid=cm9vdDI$%' anew from password_credentials`)).to.deep.equal([
      { anew: true },
    ]);
    await here.run('identity.sweep');
    expect(await rows('select pepper_id from key_root order by number')).to.deep.equal([
      { pepper_id: 'derived' },
      { pepper_id: 'root2' },
    ]);
  });

  it('PLT-27: after a new root later mails carry links that work', async () => {
    if (running === undefined) throw new Error('The test before starts it');
    const here = running;
    const { client, now, mails, advance } = here;
    const challenge = await client().identity.login({ email, password });
    if (isSession(challenge)) throw new Error('The sign-in asks for no second factor');
    advance(60);
    const session = await client().identity.answerChallenge({
      challengeToken: challenge.challengeToken,
      totpCode: totpCode(kept.totpSecret, Date.parse(now())),
    });
    const ann = await peopleOf(here).clientOf(session);

    await ann.meetings.updateMeeting({ meetingId: kept.meetingId, title: 'The board', expectedVersion: 1 });
    advance(61);
    const mail = oneMailTo(await mails(), guest);

    expect(inviteTokenIn(mail)).to.not.equal(kept.invitation);
    expect(await codeOf(client().meetings.previewMeetingInvitation({ token: inviteTokenIn(mail) }))).to.equal(
      'none',
    );
  });
});
