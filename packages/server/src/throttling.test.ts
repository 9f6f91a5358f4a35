import { randomBytes } from 'node:crypto';
import { LeasedRates, openPostgres } from '@chancery/adapters-persistence';
import { aStranger, failureOf, postgresDatabase, world } from '@chancery/adapters-persistence/testing';
import { InProcessThrottle } from '@chancery/adapters-services';
import type { Throttle } from '@chancery/core';
import { expect } from 'chai';
import { type SinonFakeTimers, useFakeTimers } from 'sinon';
import { CuttableRoute } from './testing/cuttable-route.ts';

const password = 'correct horse battery staple';
const somewhere = () =>
  aStranger({ address: `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1` });
const anybody = () => `anybody.${randomBytes(6).toString('hex')}@example.com`;
/** After this time the mail of the registration no longer counts. */
const oneDay = 24 * 3600;
const silent = { warn: () => undefined };
const deadToken = 'x'.repeat(43);

/** Makes a world whose throttles count, by a clock that the test moves together with that of the world. */
async function throttled(rateLimitScale = 1) {
  const here = await world({
    settings: { rateLimitScale },
    ports: { throttle: new InProcessThrottle(), requestRates: new LeasedRates(null, silent) },
  });
  await here.worker.drain();
  const { identity } = here.chancery;
  const mailsTo = (address: string) => here.ports.mail.sent.filter(({ to }) => to.address === address).length;
  return {
    ...here,
    mailsTo,
    forgot: (email: string, caller = somewhere()) => failureOf(identity.forgotPassword({ email }, caller)),
    pass(seconds: number) {
      here.clock.advance({ seconds });
      time.setSystemTime(Date.now() + seconds * 1000);
    },
  };
}
const repeated = async <T>(times: number, run: () => Promise<T>): Promise<T[]> => {
  const answers: T[] = [];
  for (let i = 0; i < times; i += 1) answers.push(await run());
  return answers;
};

let time: SinonFakeTimers;
describe('throttles of the account endpoints', () => {
  beforeEach(() => {
    time = useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  });
  afterEach(() => time.restore());

  it('THR-6: one address gets a mail a minute, five an hour and twenty a day; every answer is the same', async () => {
    const here = await throttled();
    const { owner, forgot, pass, worker, mailsTo } = here;
    pass(oneDay);
    const before = mailsTo(owner.email);
    const perHour = [];
    const answers = new Set<string>();

    answers.add(await forgot(owner.email));
    answers.add(await forgot(owner.email));
    await worker.drain();
    const inTheFirstMinute = mailsTo(owner.email) - before;
    for (let hour = 0; hour < 5; hour += 1) {
      const start = mailsTo(owner.email);
      for (let i = 0; i < 7; i += 1) {
        pass(61);
        answers.add(await forgot(owner.email));
      }
      await worker.drain();
      perHour.push(mailsTo(owner.email) - start);
      pass(3600 - 7 * 61);
    }
    pass(oneDay);
    await forgot(owner.email);
    await worker.drain();

    expect(inTheFirstMinute).to.equal(1);
    expect(perHour).to.deep.equal([4, 5, 5, 5, 0]);
    expect([...answers]).to.deep.equal(['none']);
    expect(mailsTo(owner.email) - before).to.equal(21);
  });

  it('THR-6: mails to verify, to reset and to change count together, and so does one that somebody else requested', async () => {
    const { chancery, owner, stranger, forgot, pass, worker, mailsTo } = await throttled();
    const mallory = await stranger();
    const target = anybody();
    await chancery.identity.registerAccount({ email: target, password, displayName: 'Target' }, somewhere());
    pass(61);
    await worker.drain();
    const before = mailsTo(target);

    await forgot(target);
    await chancery.identity.resendEmailVerification({ email: target.toUpperCase() }, somewhere());
    await chancery.identity.requestEmailChange({ newEmail: target, password }, owner.session);
    await chancery.identity.requestEmailChange({ newEmail: target, password }, mallory.session);
    await worker.drain();

    expect(mailsTo(target) - before).to.equal(1);
  });

  it('THR-6: the mail of a registration counts too', async () => {
    const { chancery, forgot, worker, mailsTo } = await throttled();
    const email = anybody();
    await chancery.identity.registerAccount({ email, password, displayName: 'Once' }, somewhere());
    await chancery.identity.registerAccount({ email, password, displayName: 'Twice' }, somewhere());

    await forgot(email);
    await worker.drain();

    expect(mailsTo(email)).to.equal(1);
  });

  it('THR-7: one network may request twenty such mails an hour, over all endpoints that send them', async () => {
    const { chancery, owner, forgot, pass } = await throttled();
    const office = somewhere();
    const neighbour = { ...office, address: office.address.replace('::1', '::2') };

    const answers = [
      ...(await repeated(10, () => forgot(anybody(), office))),
      ...(await repeated(9, () =>
        failureOf(chancery.identity.resendEmailVerification({ email: anybody() }, neighbour)),
      )),
      await failureOf(
        chancery.identity.requestEmailChange(
          { newEmail: anybody(), password },
          { ...office, credential: owner.session.credential },
        ),
      ),
    ];

    expect(answers).to.deep.equal(Array(20).fill('none'));
    expect(await forgot(anybody(), neighbour)).to.equal('rate_limited');
    expect(await forgot(anybody())).to.equal('none');
    pass(3601);
    expect(await forgot(anybody(), office)).to.equal('none');
  });

  it('THR-9: one network may try thirty links a minute, over all endpoints that take one', async () => {
    const { chancery, pass } = await throttled();
    const office = somewhere();
    const { verifyEmail, resetPassword, confirmEmailChange, revertEmailChange } = chancery.identity;
    const tries = [
      () => verifyEmail({ token: deadToken }, office),
      () => resetPassword({ token: deadToken, newPassword: password }, office),
      () => confirmEmailChange({ token: deadToken }, office),
      () => revertEmailChange({ token: deadToken }, office),
    ];

    for (let i = 0; i < 30; i += 1)
      expect(await failureOf((tries[i % 4] ?? tries[0])?.() ?? Promise.resolve())).to.equal('link.gone');
    for (const attempt of tries) expect(await failureOf(attempt())).to.equal('rate_limited');

    expect(await failureOf(verifyEmail({ token: deadToken }, somewhere()))).to.equal('link.gone');
    pass(61);
    expect(await failureOf(verifyEmail({ token: deadToken }, office))).to.equal('link.gone');
  });

  it('THR-10, THR-15: a session may make 1200 requests a minute and a workspace 12000, times the scale', async () => {
    const { chancery, owner, pass } = await throttled(0.01);
    const me = (credential: string) =>
      failureOf(chancery.identity.getMe({}, { ...owner.session, credential }));
    const sessions = await repeated(11, async () => {
      const session = await chancery.identity.login({ email: owner.email, password }, somewhere());
      return session.tokenType === 'Bearer' ? session.accessToken : '';
    });
    const [first = '', ...others] = sessions;

    expect(await repeated(13, () => me(first))).to.deep.equal([...Array(12).fill('none'), 'rate_limited']);
    for (const session of others.slice(0, 9))
      expect(await repeated(12, () => me(session))).to.deep.equal(Array(12).fill('none'));
    expect(await me(others.at(-1) ?? '')).to.equal('rate_limited');
    pass(61);
    expect(await me(first)).to.equal('none');
  });

  it('THR-15: 0 switches the other limits off; that of mails to an address is never off and never more than tenfold', async () => {
    for (const scale of [0, 50]) {
      const { owner, forgot, pass, worker, mailsTo } = await throttled(scale);
      pass(oneDay);
      const before = mailsTo(owner.email);
      const office = somewhere();

      expect(await repeated(25, () => forgot(owner.email, office))).to.deep.equal(Array(25).fill('none'));

      await worker.drain();
      expect(mailsTo(owner.email) - before).to.equal(10);
    }
  });

  it('THR-15: half the scale halves what a network may request', async () => {
    const { forgot } = await throttled(0.5);
    const office = somewhere();

    expect(await repeated(11, () => forgot(anybody(), office))).to.deep.equal([
      ...Array(10).fill('none'),
      'rate_limited',
    ]);
  });
});

describe('a throttle whose store is unavailable', () => {
  /** A store that is unavailable as soon as a test says so. */
  class FailingThrottle extends InProcessThrottle {
    isAway = false;
    asked(): Promise<never> {
      return Promise.reject(new Error('no connection'));
    }
    override consume(...asked: Parameters<Throttle['consume']>) {
      return this.isAway ? this.asked() : super.consume(...asked);
    }
  }
  async function without(rateLimitScale = 1) {
    const throttle = new FailingThrottle();
    const here = await world({
      settings: { rateLimitScale },
      ports: { throttle, requestRates: new LeasedRates({ take: () => throttle.asked() }, silent) },
    });
    return { ...here, throttle };
  }

  it('THR-14: requests with a token or a key continue, under limits that are counted in this process', async () => {
    const { chancery, owner, apiKey, throttle } = await without(0.05);
    const { caller } = await apiKey('workspace.read');
    throttle.isAway = true;

    // One more request of the owner has made the key.
    const people = await repeated(60, () => failureOf(chancery.identity.getMe({}, owner.session)));
    const applications = await repeated(7, () =>
      failureOf(chancery.integrations.getIntegrationWorkspace({}, caller)),
    );

    expect(people).to.deep.equal([...Array(59).fill('none'), 'rate_limited']);
    expect(applications).to.deep.equal([...Array(6).fill('none'), 'rate_limited']);
  });

  it('THR-14: public endpoints refuse, and no password is examined', async () => {
    const { chancery, owner, throttle, ports } = await without();
    const { refreshToken } = await chancery.identity.registerAccount(
      { email: anybody(), password, displayName: 'Early' },
      somewhere(),
    );
    throttle.isAway = true;
    const before = ports.passwords.hashings;
    const { identity } = chancery;

    const answers = [
      () => identity.registerAccount({ email: anybody(), password, displayName: 'Late' }, somewhere()),
      () => identity.refreshSession({ refreshToken }, somewhere()),
      () => identity.forgotPassword({ email: owner.email }, somewhere()),
      () => identity.verifyEmail({ token: deadToken, password }, somewhere()),
      () => identity.resetPassword({ token: deadToken, newPassword: password }, somewhere()),
    ].map((ask) => failureOf(ask()));

    expect(await Promise.all(answers)).to.deep.equal(Array(5).fill('dependency.unavailable'));
    expect(ports.passwords.hashings).to.equal(before);
  });

  it('THR-14: sign-in, whose tries are counted in the database, refuses while that is unavailable', async () => {
    const own = await postgresDatabase();
    const { rows } = await own.pool.query<{ name: string }>('select current_database() "name"');
    const server = new URL(process.env.CHANCERY_TEST_DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432');
    const route = new CuttableRoute({ host: server.hostname, port: Number(server.port || 5432) });
    await route.open();
    const away = new URL(server.href);
    Object.assign(away, { pathname: rows[0]?.name ?? '', port: String(route.port) });
    const database = await openPostgres(away.href);
    const { chancery, owner, ports } = await world({ database });
    const signIn = () => chancery.identity.login({ email: owner.email, password }, somewhere());
    await signIn();
    const before = ports.passwords.hashings;

    await route.cut();
    expect(await failureOf(signIn())).to.equal('dependency.unavailable');
    expect(ports.passwords.hashings).to.equal(before);

    await route.open();
    expect(await failureOf(signIn())).to.equal('none');
    await database.close();
    await route.cut();
    await own.close();
  });
});
