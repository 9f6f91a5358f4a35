import { randomUUID } from 'node:crypto';
import {
  anotherPassword,
  anybody,
  aStranger,
  challengeOf,
  claimant,
  enrolPasskey,
  enrolTotp,
  failureOf,
  mailedToken,
  type Person,
  password,
  resetAsked,
  sessionOf,
  signInAt,
  somewhere,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

type Outcome = Promise<string>;
/** A thing that lives so many seconds in the world of the test; `use` says what happens when it is used. */
type Lifetime = readonly [
  rule: string,
  what: string,
  seconds: number,
  after: string,
  begin: (here: World) => Promise<() => Outcome>,
];

const minute = 60;
const hour = 3600;
const day = 86_400;

/** An access token of the session that is valid now: those of the sign-in end after ten minutes. */
async function tokenNow({ ports, clock }: World, { session }: Pick<Person, 'session'>, over: object = {}) {
  const payload = session.credential?.split('.')[1] ?? '';
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const iat = Math.floor(Date.parse(clock.now()) / 1000);
  return { ...session, credential: await ports.tokens.sign({ ...claims, ...over, iat, exp: iat + 600 }) };
}
const verifying = (token: (here: World, email: string) => Promise<string>) => async (here: World) => {
  const { email } = await claimant(here);
  const sent = await token(here, email);
  return () => failureOf(here.chancery.identity.verifyEmail({ token: sent, password }, somewhere()));
};

/** Each is used once in its last second, and once at its end. */
const lifetimes: readonly Lifetime[] = [
  [
    'AUT-8',
    'the link that verifies the address of a registration',
    day,
    'link.gone',
    verifying((here, email) => mailedToken(here, email, 'verify-email')),
  ],
  [
    'AUT-8',
    'a link that verifies an address and was asked for again',
    day,
    'link.gone',
    verifying(async (here, email) => {
      await here.chancery.identity.resendEmailVerification({ email }, somewhere());
      return mailedToken(here, email, 'verify-email');
    }),
  ],
  [
    'AUT-8',
    'the link that sets a new password',
    30 * minute,
    'link.gone',
    async (here) => {
      const token = await resetAsked(here, here.owner.email);
      return () =>
        failureOf(here.chancery.identity.resetPassword({ token, newPassword: anotherPassword }, somewhere()));
    },
  ],
  [
    'AUT-8',
    'the link that confirms a change of address',
    day,
    'link.gone',
    async (here) => {
      const newEmail = anybody();
      await here.chancery.identity.requestEmailChange({ newEmail, password }, here.owner.session);
      const token = await mailedToken(here, newEmail, 'confirm-email');
      return () => failureOf(here.chancery.identity.confirmEmailChange({ token }, somewhere()));
    },
  ],
  [
    'MFA-1',
    'an authenticator that is not confirmed',
    15 * minute,
    'factor.ceremony_expired',
    async (here) => {
      const { factor, secret } = await here.chancery.identity.beginTotp({}, here.owner.session);
      return async () => {
        const code = here.ports.totp.code(secret, here.clock.now());
        const session = await tokenNow(here, here.owner);
        return failureOf(here.chancery.identity.confirmTotp({ factorId: factor.id, code }, session));
      };
    },
  ],
  [
    'MFA-3',
    'the challenge of a registration of a passkey',
    5 * minute,
    'factor.ceremony_expired',
    async ({ chancery, owner, ports }) => {
      const { ceremonyId, options } = await chancery.identity.passkeyRegistrationOptions({}, owner.session);
      const response = ports.passkeys.create(options);
      return () =>
        failureOf(chancery.identity.registerPasskey({ ceremonyId, name: 'Key', response }, owner.session));
    },
  ],
  [
    'MFA-3',
    'the challenge of a sign-in with a passkey',
    5 * minute,
    'auth.passkey_invalid',
    async (here) => {
      const { chancery, ports } = here;
      const { passkey } = await enrolPasskey(here, here.owner);
      const { ceremonyId, options } = await chancery.identity.passkeyAssertionOptions({}, aStranger());
      const response = ports.passkeys.get(options, passkey);
      return () => failureOf(chancery.identity.signInWithPasskey({ ceremonyId, response }, somewhere()));
    },
  ],
  [
    'MFA-6',
    'the challenge of a sign-in',
    5 * minute,
    'auth.challenge_invalid',
    async (here) => {
      const { code } = await enrolTotp(here, here.owner);
      const { challengeToken } = await challengeOf(here, here.owner);
      return () =>
        failureOf(here.chancery.identity.answerChallenge({ challengeToken, totpCode: code() }, somewhere()));
    },
  ],
  [
    'SES-7',
    'a session that is not refreshed',
    30 * day,
    'auth.refresh_invalid',
    async ({ chancery, owner }) => {
      const { refreshToken } = sessionOf(
        await chancery.identity.login({ email: owner.email, password }, somewhere()),
      );
      return () => failureOf(chancery.identity.refreshSession({ refreshToken }, somewhere()));
    },
  ],
];

describe('what lives for a time', () => {
  for (const [rule, what, seconds, after, begin] of lifetimes)
    it(`${rule}: ${what} is good until the last of its ${seconds} seconds, and not at their end`, async () => {
      const outcomes = [];
      for (const passed of [seconds - 1, seconds]) {
        const here = await world();
        const use = await begin(here);
        here.clock.advance({ seconds: passed });
        outcomes.push(await use());
      }
      expect(outcomes).to.deep.equal(['none', after]);
    });

  it('SES-7: a session that is refreshed in time ends ninety days after the sign-in, and not a second earlier', async () => {
    for (const [seconds, expected] of [
      [90 * day - 1, 'none'],
      [90 * day, 'auth.refresh_invalid'],
    ] as const) {
      const { chancery, owner, clock } = await world();
      let { refreshToken } = sessionOf(
        await chancery.identity.login({ email: owner.email, password }, somewhere()),
      );
      const refresh = async () => {
        ({ refreshToken } = await chancery.identity.refreshSession({ refreshToken }, somewhere()));
      };
      for (let month = 0; month < 3; month += 1) {
        clock.advance({ days: 29 });
        await refresh();
      }
      clock.advance({ seconds: seconds - 87 * day });
      expect(await failureOf(refresh())).to.equal(expected);
    }
  });

  it('SES-1: the previous token gives the same child for sixty seconds, and is reuse a second later', async () => {
    for (const [seconds, expected] of [
      [60, 'none'],
      [61, 'auth.refresh_reused'],
    ] as const) {
      const { chancery, owner, clock } = await world();
      const { refreshToken } = sessionOf(
        await chancery.identity.login({ email: owner.email, password }, somewhere()),
      );
      await chancery.identity.refreshSession({ refreshToken }, somewhere());
      clock.advance({ seconds });
      expect(await failureOf(chancery.identity.refreshSession({ refreshToken }, somewhere()))).to.equal(
        expected,
      );
    }
  });

  it('AUT-2: the owner of an address that is registered again is mailed once an hour, and not a second sooner', async () => {
    const { chancery, owner, worker, ports, clock } = await world();
    const mails = [];
    for (const seconds of [0, 3599, 1]) {
      clock.advance({ seconds });
      await chancery.identity.registerAccount(
        { email: owner.email, password, displayName: 'Again' },
        somewhere(),
      );
      await worker.drain();
      mails.push(ports.mail.sent.filter(({ subject }) => subject === 'You already have an account').length);
    }
    expect(mails).to.deep.equal([1, 1, 2]);
  });

  it('MFA-14: a factor reset takes effect after seventy-two hours, and not a second earlier', async () => {
    const here = await world();
    const { chancery, owner, person, clock, worker, sql, workspaceId } = here;
    const member = await person('member');
    await sql("update memberships set status = 'removed' where user_id = $1 and workspace_id <> $2", [
      member.id,
      workspaceId,
    ]);
    await enrolTotp(here, member);
    const reason = 'The phone is at the bottom of the lake.';
    await chancery.identity.requestFactorReset({ userId: member.id, reason }, owner.session);
    const left = [];
    for (const seconds of [72 * hour - 1, 1]) {
      clock.advance({ seconds });
      await worker.drain();
      left.push((await sql('select 1 from factors where user_id = $1', [member.id])).length);
    }
    expect(left).to.deep.equal([1, 0]);
  });
});

describe('how long a proof is recent', () => {
  const linkGoogle = async (here: World, session: Person['session']) =>
    failureOf(signInAt(here, 'google', { subject: randomUUID() }, { intent: 'link' }, session));
  const enrol = ({ chancery }: World, session: Person['session']) =>
    failureOf(chancery.identity.beginTotp({}, session));
  const enrolAnother = async (here: World, session: Person['session']) => {
    const proven = await failureOf(here.chancery.identity.passkeyRegistrationOptions({}, session));
    return proven === 'auth.second_factor_required' ? 'auth.reauthentication_required' : proven;
  };

  for (const [rule, what, prepare, use] of [
    ['SES-13', 'a first enrolment', async () => undefined, enrol],
    ['SES-13', 'linking an identity', async () => undefined, linkGoogle],
    ['MFA-10', 'another enrolment', (here: World) => enrolPasskey(here, here.owner), enrolAnother],
  ] as const)
    for (const [where, settings, over, minutes] of [
      ['without a workspace', null, { wid: null }, 15],
      ['in a workspace that says nothing', null, {}, 15],
      ['in a workspace that says five minutes', 5, {}, 5],
      ['in a workspace that says an hour', 60, {}, 60],
    ] as const)
      it(`${rule}: ${what} ${where} takes a proof of ${minutes} minutes, and not one that is a second older`, async () => {
        const outcomes = [];
        for (const seconds of [minutes * 60, minutes * 60 + 1]) {
          const here = await world();
          await prepare(here);
          if (settings !== null)
            await here.sql('update workspaces set settings = settings || $2::jsonb where id = $1', [
              here.workspaceId,
              JSON.stringify({ reauthenticationMinutes: settings }),
            ]);
          here.clock.advance({ seconds });
          outcomes.push(await use(here, await tokenNow(here, here.owner, over)));
        }
        expect(outcomes).to.deep.equal(['none', 'auth.reauthentication_required']);
      });

  it('SES-13: the answer to a new proof says until when it is recent', async () => {
    const here = await world();
    const { chancery, owner, clock } = here;
    const freshUntil = async (over: object = {}) =>
      Date.parse(
        (await chancery.identity.reauthenticate({ password }, await tokenNow(here, owner, over))).freshUntil,
      ) - Date.parse(clock.now());
    expect(await freshUntil({ wid: null })).to.equal(15 * 60_000);
    await here.sql(
      `update workspaces set settings = settings || '{"reauthenticationMinutes": 7}' where id = $1`,
      [here.workspaceId],
    );
    expect(await freshUntil()).to.equal(7 * 60_000);
  });
});

describe('an ID token of a native application', () => {
  it('OID-6: its digest is kept until it can no longer be accepted, and not longer', async () => {
    const { chancery, ports, clock, worker, sql } = await world();
    await sql('delete from used_id_tokens');
    const nonce = 'a nonce of the application';
    const idToken = ports.oidc.idToken('google', { subject: randomUUID() }, nonce);
    const post = () => failureOf(chancery.identity.signInWithGoogle({ idToken, nonce }, somewhere()));
    expect(await post()).to.equal('none');
    // The provider of the test vouches for a token for eleven minutes: ten, and the leeway.
    clock.advance({ seconds: 659 });
    await worker.run('identity.sweep');
    expect(await post()).to.equal('auth.id_token_replayed');
    clock.advance({ seconds: 1 });
    await worker.run('identity.sweep');
    expect(await sql('select 1 from used_id_tokens')).to.deep.equal([]);
  });
});
