import {
  anybody,
  challengeOf,
  enrolTotp,
  failureOf,
  password,
  sessionOf,
  somewhere,
  WindowThrottle,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const wrong = 'wrong horse battery staple';
const refused = 'auth.invalid_credentials';
const signIn = ({ chancery }: World, email: string, given: string, over: object = {}, from = somewhere()) =>
  failureOf(chancery.identity.login({ email, password: given, ...over }, from));
const guesses = async (here: World, email: string, count: number, over: object = {}, from = somewhere()) => {
  const answers = [];
  for (let i = 0; i < count; i += 1) answers.push(await signIn(here, email, wrong, over, from));
  return answers;
};

/** A world whose throttles count by its clock. */
async function counted() {
  const throttle = new WindowThrottle();
  const here = await world({ ports: { throttle } });
  throttle.clock = here.clock;
  await here.worker.drain();
  return here;
}
const repeated = async (times: number, run: () => Promise<string>) => {
  const answers = [];
  for (let i = 0; i < times; i += 1) answers.push(await run());
  return answers;
};
const allBut = (limit: number, after: string) => [...Array(limit).fill('none'), after];

describe('the limits of sign-in, at their edges', () => {
  it('THR-13: wrong tries still count a second before a day has passed without one, and not after', async () => {
    const here = await world();
    const other = await here.stranger();
    for (const email of [here.owner.email, other.email]) await guesses(here, email, 10);
    here.clock.advance({ hours: 24, seconds: -1 });
    expect(await guesses(here, here.owner.email, 2)).to.deep.equal([refused, 'rate_limited']);
    here.clock.advance({ seconds: 1 });
    expect(await guesses(here, other.email, 11)).to.deep.equal([...Array(10).fill(refused), 'rate_limited']);
  });

  it('THR-2: a known device waits until the fifteen minutes are over, and not a second longer', async () => {
    const here = await world();
    const { chancery, owner, clock } = here;
    const { deviceToken } = sessionOf(
      await chancery.identity.login({ email: owner.email, password }, somewhere()),
    );
    await guesses(here, owner.email, 10, { deviceToken });
    clock.advance({ minutes: 15, seconds: -1 });
    expect(await signIn(here, owner.email, password, { deviceToken })).to.equal('rate_limited');
    clock.advance({ seconds: 1 });
    expect(await signIn(here, owner.email, password, { deviceToken })).to.equal('none');
  });

  for (const [what, accounts, tries] of [
    ['thirty tries', 10, 30],
    ['twenty accounts', 20, 20],
  ] as const)
    it(`THR-3: after ${what} a network waits until the fifteen minutes are over, and not a second longer`, async () => {
      const here = await world();
      const office = somewhere();
      const addresses = Array.from({ length: accounts }, anybody);
      for (let i = 0; i < tries; i += 1)
        expect(await signIn(here, addresses[i % accounts] ?? '', wrong, {}, office)).to.equal(refused);
      here.clock.advance({ minutes: 15, seconds: -1 });
      expect(await signIn(here, here.owner.email, password, {}, office)).to.equal('rate_limited');
      here.clock.advance({ seconds: 1 });
      expect(await signIn(here, here.owner.email, password, {}, office)).to.equal('none');
    });

  it('THR-3: who signs in takes back the own tries of a network, and nobody else’s', async () => {
    const here = await world();
    const office = somewhere();
    const addresses = Array.from({ length: 10 }, anybody);
    for (const address of [...addresses, ...addresses]) await signIn(here, address, wrong, {}, office);
    for (let i = 0; i < 3; i += 1)
      expect(await signIn(here, here.owner.email, password, {}, office)).to.equal('none');

    for (const address of addresses) expect(await signIn(here, address, wrong, {}, office)).to.equal(refused);
    expect(await signIn(here, here.owner.email, password, {}, office)).to.equal('rate_limited');
  });

  /** So many failures in a row, the last of them just now. */
  const failed = async (here: World, email: string, failures: number) => {
    await signIn(here, email, wrong);
    await here.sql(
      `update password_attempts set failures = $1 where bucket = 'account' and account_key =
         (select account_key from password_attempts where bucket = 'account' order by last_failed_at desc limit 1)`,
      [failures],
    );
  };

  it('THR-4: a hundred failures block the account, ninety-nine do not', async () => {
    for (const [failures, expected] of [
      [99, 'none'],
      [100, refused],
    ] as const) {
      const here = await world();
      await here.sql('delete from password_attempts');
      await failed(here, here.owner.email, failures);
      here.clock.advance({ seconds: 60 });
      expect(await signIn(here, here.owner.email, password)).to.equal(expected);
    }
  });

  it('THR-4: the owner is mailed once a day: not a second before it is over', async () => {
    const here = await world();
    const { owner, clock, sql, worker, ports } = here;
    await sql('delete from password_attempts');
    await failed(here, owner.email, 100);
    clock.advance({ seconds: 60 });
    const mails = [];
    for (const seconds of [0, 43_200, 43_199, 1]) {
      clock.advance({ seconds });
      // The count of the wait is not what this is about.
      await sql("update password_attempts set last_failed_at = last_failed_at - interval '1 minute'");
      await signIn(here, owner.email, wrong);
      await worker.drain();
      mails.push(ports.mail.sent.filter(({ subject }) => /guessing your password/.test(subject)).length);
    }
    expect(mails).to.deep.equal([1, 1, 1, 2]);
  });

  it('THR-13: a block holds until a day has passed without a failure, and not a second longer', async () => {
    for (const [seconds, expected] of [
      [86_399, refused],
      [86_400, 'none'],
    ] as const) {
      const here = await world();
      await here.sql('delete from password_attempts');
      await failed(here, here.owner.email, 100);
      here.clock.advance({ seconds });
      expect(await signIn(here, here.owner.email, password)).to.equal(expected);
    }
  });
});

describe('the limits of endpoints of the account, at their edges', () => {
  it('THR-5: ten registrations an hour from one address', async () => {
    const { chancery, clock } = await counted();
    const office = somewhere();
    const register = () =>
      failureOf(
        chancery.identity.registerAccount({ email: anybody(), password, displayName: 'Newcomer' }, office),
      );
    expect(await repeated(11, register)).to.deep.equal(allBut(10, 'rate_limited'));
    clock.advance({ seconds: 3599 });
    expect(await register()).to.equal('rate_limited');
    clock.advance({ seconds: 1 });
    expect(await register()).to.equal('none');
  });

  /** How many links to reset a password were mailed to a person of the world. */
  async function forgetful() {
    const here = await counted();
    const person = await here.stranger();
    await here.sql('delete from jobs');
    here.clock.advance({ hours: 24 });
    const start = Date.parse(here.clock.now());
    /** Asks at these seconds, in order, and counts the mails that go out. */
    const asked = async (...seconds: readonly number[]) => {
      let mails = 0;
      for (const second of seconds) {
        here.clock.advance({ seconds: second - (Date.parse(here.clock.now()) - start) / 1000 });
        const before = here.ports.mail.sent.length;
        await here.chancery.identity.forgotPassword({ email: person.email }, somewhere());
        await here.worker.drain();
        mails += here.ports.mail.sent.length - before;
      }
      return mails;
    };
    return asked;
  }
  const everyMinute = (count: number, from = 0) => Array.from({ length: count }, (_, i) => from + i * 60);
  const fourHours = [0, 1, 2, 3].flatMap((hour) => everyMinute(5, hour * 3600));

  for (const [what, seconds, mails] of [
    ['no second mail within a minute', [0, 59], 1],
    ['a second mail after a minute', [0, 60], 2],
    ['five mails within an hour', everyMinute(6), 5],
    ['no sixth mail until the hour is over', [...everyMinute(5), 3599], 5],
    ['a sixth mail after an hour', [...everyMinute(5), 3600], 6],
    ['twenty mails within a day', [...fourHours, 4 * 3600], 20],
    ['no further mail until the day is over', [...fourHours, 86_399], 20],
    ['a further mail after a day', [...fourHours, 86_400], 21],
  ] as const)
    it(`THR-6: one address gets ${what}`, async () => {
      const asked = await forgetful();
      expect(await asked(...seconds)).to.equal(mails);
    });

  it('THR-7: twenty requests for mails an hour from one address', async () => {
    const { chancery, clock } = await counted();
    const office = somewhere();
    const forgot = () => failureOf(chancery.identity.forgotPassword({ email: anybody() }, office));
    expect(await repeated(21, forgot)).to.deep.equal(allBut(20, 'rate_limited'));
    clock.advance({ seconds: 3599 });
    expect(await forgot()).to.equal('rate_limited');
    clock.advance({ seconds: 1 });
    expect(await forgot()).to.equal('none');
  });

  it('THR-8: thirty refreshes a minute of one session', async () => {
    const { chancery, owner, clock } = await counted();
    let { refreshToken } = sessionOf(
      await chancery.identity.login({ email: owner.email, password }, somewhere()),
    );
    const refresh = () =>
      failureOf(
        chancery.identity.refreshSession({ refreshToken }, somewhere()).then((next) => {
          ({ refreshToken } = next);
        }),
      );
    expect(await repeated(31, refresh)).to.deep.equal(allBut(30, 'rate_limited'));
    clock.advance({ seconds: 59 });
    expect(await refresh()).to.equal('rate_limited');
    clock.advance({ seconds: 1 });
    expect(await refresh()).to.equal('none');
  });

  it('THR-18: thirty ceremonies of passkeys a minute from one address', async () => {
    const { chancery, clock } = await counted();
    const office = somewhere();
    const begin = () => failureOf(chancery.identity.passkeyAssertionOptions({}, office));
    expect(await repeated(31, begin)).to.deep.equal(allBut(30, 'rate_limited'));
    clock.advance({ seconds: 59 });
    expect(await begin()).to.equal('rate_limited');
    clock.advance({ seconds: 1 });
    expect(await begin()).to.equal('none');
  });
});

describe('the limits of second factors, at their edges', () => {
  /** An owner with an authenticator and such counts of tries. */
  async function armed(counts: { failures?: number; row?: number; notifiedSecondsAgo?: number }) {
    const here = await world();
    const { owner, clock, sql, chancery } = here;
    const { code } = await enrolTotp(here, owner);
    const at = clock.now();
    const ago = (seconds: number) => new Date(Date.parse(at) - seconds * 1000).toISOString();
    await sql('delete from factor_attempts where user_id = $1', [owner.id]);
    await sql(
      `insert into factor_attempts (user_id, failures, window_started_at, wrong_codes_in_row, last_failed_at, noticed_at)
       values ($1, $2, $3, $4, $3, $5)`,
      [
        owner.id,
        counts.failures ?? 0,
        at,
        counts.row ?? 0,
        counts.notifiedSecondsAgo === undefined ? null : ago(counts.notifiedSecondsAgo),
      ],
    );
    const answer = async (totpCode = code()) => {
      const { challengeToken } = await challengeOf(here, owner);
      return failureOf(chancery.identity.answerChallenge({ challengeToken, totpCode }, somewhere()));
    };
    return { ...here, code, answer };
  }
  const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');

  it('THR-16: a challenge takes a right answer after four wrong ones, and none after five', async () => {
    for (const [tries, expected] of [
      [4, 'none'],
      [5, 'auth.challenge_invalid'],
    ] as const) {
      const { chancery, owner, code, ...here } = await armed({});
      const { challengeToken } = await challengeOf({ chancery, owner, ...here } as World, owner);
      const answer = (totpCode: string) =>
        failureOf(chancery.identity.answerChallenge({ challengeToken, totpCode }, somewhere()));
      for (let i = 0; i < tries; i += 1)
        expect(await answer(wrongOf(code()))).to.equal('factor.code_invalid');
      expect(await answer(code())).to.equal(expected);
    }
  });

  for (const [failures, seconds, expected] of [
    [9, 0, 'none'],
    [10, 0, 'rate_limited'],
    [10, 899, 'rate_limited'],
    [10, 900, 'none'],
  ] as const)
    it(`THR-16: after ${failures} wrong answers, ${seconds} seconds later a right one is ${expected === 'none' ? 'taken' : 'not examined'}`, async () => {
      const { answer, clock } = await armed({ failures });
      clock.advance({ seconds });
      expect(await answer()).to.equal(expected);
    });

  for (const [row, seconds, expected] of [
    [49, 0, 'none'],
    [50, 0, 'rate_limited'],
    [50, 59, 'rate_limited'],
    [50, 60, 'none'],
  ] as const)
    it(`THR-17: after ${row} wrong codes in a row, ${seconds} seconds later a right one from an unknown device is ${expected === 'none' ? 'taken' : 'not examined'}`, async () => {
      const { answer, clock } = await armed({ row });
      clock.advance({ seconds });
      expect(await answer()).to.equal(expected);
    });

  for (const [row, notifiedSecondsAgo, mails] of [
    [49, 86_340, 0],
    [50, 86_339, 0],
    [50, 86_340, 1],
  ] as const)
    it(`THR-17: after ${row} wrong codes the owner gets ${mails} mails ${notifiedSecondsAgo + 60} seconds after the last`, async () => {
      const { answer, clock, worker, ports } = await armed({ row, notifiedSecondsAgo });
      await worker.drain();
      const before = ports.mail.sent.length;
      clock.advance({ seconds: 60 });
      await answer('000000');
      await worker.drain();
      const sent = ports.mail.sent.slice(before).filter(({ subject }) => /trying codes/.test(subject));
      expect(sent).to.have.lengthOf(mails);
    });

  it('THR-17: wrong codes are no longer in a row once a day has passed without one', async () => {
    for (const [seconds, mails] of [
      [86_399, 1],
      [86_400, 0],
    ] as const) {
      const { answer, clock, worker, ports } = await armed({ row: 50 });
      await worker.drain();
      const before = ports.mail.sent.length;
      clock.advance({ seconds });
      await answer('000000');
      await worker.drain();
      const sent = ports.mail.sent.slice(before).filter(({ subject }) => /trying codes/.test(subject));
      expect(sent).to.have.lengthOf(mails);
    }
  });
});
