import {
  anotherPassword,
  anybody,
  claimant,
  failureOf,
  password,
  resetAsked,
  sessionOf,
  somewhere,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const wrong = 'wrong horse battery staple';
const signIn = async ({ chancery }: World, email: string, given = password, over: object = {}) =>
  sessionOf(await chancery.identity.login({ email, password: given, ...over }, somewhere()));
const attempt = (here: World, email: string, given = wrong, over: object = {}) =>
  failureOf(signIn(here, email, given, over));

/** A hundred wrong passwords in a row, each as soon as it may be tried, and then a minute without any. */
async function guessedAHundredTimes(here: World, email: string): Promise<void> {
  for (let i = 0; i < 100; i += 1) {
    expect(await attempt(here, email)).to.equal('auth.invalid_credentials');
    if (i >= 9) here.clock.advance({ minutes: 1 });
  }
}
const warnings = ({ ports }: World, email: string) =>
  ports.mail.sent.filter(
    ({ to, subject }) => to.address === email && subject === 'Somebody is guessing your password',
  ).length;

describe('a hundred wrong passwords in a row', () => {
  it('THR-4: no password opens the account from an unknown device, and the answer is that to a wrong one; both hashes are examined', async () => {
    const here = await world();
    const { owner, ports } = here;
    await guessedAHundredTimes(here, owner.email);
    const before = ports.passwords.hashings;

    expect(await attempt(here, owner.email, password)).to.equal('auth.invalid_credentials');
    expect(ports.passwords.hashings - before).to.equal(2);
    expect(await attempt(here, owner.email, password)).to.equal('rate_limited');
  });

  it('THR-4: ninety-nine wrong passwords block nothing', async () => {
    const here = await world();
    const { owner, sql } = here;
    await guessedAHundredTimes(here, owner.email);
    await sql("update password_attempts set failures = 99 where bucket = 'account' and failures = 100");

    expect(await attempt(here, owner.email, password)).to.equal('none');
  });

  it('THR-4: the owner is notified, once a day', async () => {
    const here = await world();
    const { owner, clock, worker } = here;
    await guessedAHundredTimes(here, owner.email);
    const counts = [];
    for (const hours of [0, 1, 12, 11]) {
      clock.advance({ hours });
      await attempt(here, owner.email);
      clock.advance({ minutes: 1 });
      await worker.drain();
      counts.push(warnings(here, owner.email));
    }

    expect(counts).to.deep.equal([1, 1, 1, 2]);
  });

  it('THR-4: a known device still signs in, and that ends the block', async () => {
    const here = await world();
    const { owner } = here;
    const { deviceToken } = await signIn(here, owner.email);
    await guessedAHundredTimes(here, owner.email);

    expect(await attempt(here, owner.email, password, { deviceToken })).to.equal('none');
    expect(await attempt(here, owner.email, password)).to.equal('none');
  });

  it('THR-4: the mailed reset still works, and ends the block', async () => {
    const here = await world();
    const { chancery, owner } = here;
    await guessedAHundredTimes(here, owner.email);

    const token = await resetAsked(here, owner.email);
    await chancery.identity.resetPassword({ token, newPassword: anotherPassword }, somewhere());

    expect(await attempt(here, owner.email, anotherPassword)).to.equal('none');
  });

  it('THR-13: the block lapses after a day without a failure', async () => {
    const here = await world();
    await guessedAHundredTimes(here, here.owner.email);
    here.clock.advance({ hours: 24 });

    expect(await attempt(here, here.owner.email, password)).to.equal('none');
  });

  it('THR-15: a scale of any size widens the limit tenfold at most, and 0 does not switch it off', async () => {
    for (const rateLimitScale of [50, 0]) {
      const here = await world({ settings: { rateLimitScale } });
      const { owner, sql } = here;
      await attempt(here, owner.email);
      const after = async (failures: number) => {
        await sql(
          "update password_attempts set failures = $1, last_failed_at = $2 where bucket = 'account'",
          [failures, here.clock.now()],
        );
        here.clock.advance({ minutes: 1 });
        return attempt(here, owner.email, password);
      };

      expect(await after(1000)).to.equal('auth.invalid_credentials');
      expect(await after(999)).to.equal('none');
    }
  });

  it('THR-12: an unknown address is blocked alike, with the same rows and no mail', async () => {
    const here = await world();
    const { sql, worker, ports } = here;
    const notices = async () =>
      (await sql("select from jobs where topic = 'identity.mail_sign_in_blocked'")).length;
    const email = anybody();
    await guessedAHundredTimes(here, email);
    const before = await notices();

    await attempt(here, email);

    expect((await notices()) - before).to.equal(1);
    await worker.drain();
    expect(ports.mail.sent.filter(({ to }) => to.address === email).length).to.equal(0);
  });

  it('THR-13: a claimant who signs in gives nobody new tries at the owner’s password', async () => {
    const here = await world();
    const { owner } = here;
    const claimants = 'quite another long password';
    await claimant(here, owner.email, { password: claimants });
    for (let i = 0; i < 9; i += 1) await attempt(here, owner.email);

    expect(await attempt(here, owner.email, claimants)).to.equal('none');

    expect([await attempt(here, owner.email), await attempt(here, owner.email)]).to.deep.equal([
      'auth.invalid_credentials',
      'rate_limited',
    ]);
  });

  it('THR-2: a claimant’s device does not count as a known device of the owner', async () => {
    const here = await world();
    const { owner } = here;
    const claimants = 'quite another long password';
    await claimant(here, owner.email, { password: claimants });
    const { deviceToken } = await signIn(here, owner.email, claimants);
    for (let i = 0; i < 10; i += 1) await attempt(here, owner.email);

    expect(await attempt(here, owner.email, wrong, { deviceToken })).to.equal('rate_limited');
  });
});
