import { randomBytes } from 'node:crypto';
import {
  aStranger,
  challengeOf,
  enrolPasskey,
  enrolTotp,
  failureOf,
  onBothDatabases,
  password,
  sessionOf,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const wrongOf = (code: string) => (code === '000000' ? '000001' : '000000');
const liveSessions = async ({ sql }: World, userId: string) =>
  (await sql('select id from sessions where user_id = $1 and revoked_at is null', [userId])).length;
const tally = (outcomes: readonly string[]) =>
  Object.fromEntries(
    [...new Set(outcomes)].map((each) => [each, outcomes.filter((other) => other === each).length]),
  );

describe('login with a second factor, answerChallenge', () => {
  it('MFA-5: answers a challenge and makes no session until it is met', async () => {
    const made = await world();
    const { chancery, owner, clock, ports } = made;
    const { code, recoveryCodes } = await enrolTotp(made, owner);
    const before = await liveSessions(made, owner.id);

    const challenge = await challengeOf(made, owner);

    expect(challenge).to.deep.include({
      tokenType: 'Challenge',
      methods: ['totp', 'recovery_code'],
      passkey: null,
    });
    expect(Object.keys(challenge).sort()).to.deep.equal([
      'challengeExpiresAt',
      'challengeToken',
      'methods',
      'passkey',
      'tokenType',
    ]);
    expect(recoveryCodes).to.have.length(10);
    expect(await liveSessions(made, owner.id)).to.equal(before);

    const session = await chancery.identity.answerChallenge(
      { challengeToken: challenge.challengeToken, totpCode: code() },
      aStranger(),
    );

    expect(session).to.deep.include({ tokenType: 'Bearer', isNewUser: false });
    expect(await liveSessions(made, owner.id)).to.equal(before + 1);
    const me = await chancery.identity.getMe({}, aStranger({ credential: session.accessToken }));
    expect(me.session.authMethod).to.equal('password');
    expect(await ports.tokens.verify(session.accessToken, clock.now())).to.deep.include({
      amr: ['pwd', 'otp'],
    });
  });

  it('MFA-5: a known device is asked for the factor too, and stays known', async () => {
    const made = await world();
    const { chancery, owner } = made;
    const first = sessionOf(await chancery.identity.login({ email: owner.email, password }, aStranger()));
    const { code } = await enrolTotp(made, owner);

    const challenge = await challengeOf(made, owner, first.deviceToken ?? '');
    const session = await chancery.identity.answerChallenge(
      { challengeToken: challenge.challengeToken, totpCode: code() },
      aStranger(),
    );

    expect(session.deviceToken).to.equal(first.deviceToken);
  });

  it('MFA-2: a code is good in its own step and one either side, and no step is good twice', async () => {
    const made = await world();
    const { chancery, owner, clock, ports } = made;
    const { secret } = await enrolTotp(made, owner);
    clock.advance({ minutes: 5 });
    const at = (seconds: number) =>
      ports.totp.code(secret, new Date(Date.parse(clock.now()) + seconds * 1000).toISOString());
    const tried = async (totpCode: string) => {
      const { challengeToken } = await challengeOf(made, owner);
      return failureOf(chancery.identity.answerChallenge({ challengeToken, totpCode }, aStranger()));
    };

    expect(await tried(at(-60))).to.equal('factor.code_invalid');
    expect(await tried(at(60))).to.equal('factor.code_invalid');
    expect(await tried(at(-30))).to.equal('none');
    expect(await tried(at(30))).to.equal('none');
    expect(await tried(at(0))).to.equal('factor.code_invalid');
    expect(await tried(at(30))).to.equal('factor.code_invalid');
  });

  it('MFA-2: a code that was used at sign-in does not work at step-up', async () => {
    const made = await world();
    const { chancery, owner } = made;
    const { code } = await enrolTotp(made, owner);
    const { challengeToken } = await challengeOf(made, owner);
    await chancery.identity.answerChallenge({ challengeToken, totpCode: code() }, aStranger());

    expect(await failureOf(chancery.identity.reauthenticate({ totpCode: code() }, owner.session))).to.equal(
      'factor.code_invalid',
    );
  });

  it('MFA-6: the token is kept as its digest, works once and for five minutes; every fault of it gets the same refusal', async () => {
    const made = await world();
    const { chancery, owner, clock, sql, ports } = made;
    const { code } = await enrolTotp(made, owner);
    const answer = (challengeToken: string) =>
      failureOf(chancery.identity.answerChallenge({ challengeToken, totpCode: code() }, aStranger()));

    const used = await challengeOf(made, owner);
    const [row] = await sql<{ hash: string }>(
      'select token_hash hash from auth_challenges where user_id = $1',
      [owner.id],
    );
    expect(row?.hash).to.equal(ports.linkTokens.hash(used.challengeToken));
    expect(await answer(used.challengeToken)).to.equal('none');
    clock.advance({ minutes: 1 });
    expect(await answer(used.challengeToken)).to.equal('auth.challenge_invalid');
    expect(await answer(randomBytes(32).toString('base64url'))).to.equal('auth.challenge_invalid');
    const old = await challengeOf(made, owner);
    expect(old.challengeExpiresAt).to.equal(new Date(Date.parse(clock.now()) + 300_000).toISOString());
    clock.advance({ minutes: 5 });
    expect(await answer(old.challengeToken)).to.equal('auth.challenge_invalid');
  });

  it('MFA-6: a challenge ends with the password and with the devices that it was begun with', async () => {
    const made = await world();
    const { chancery, owner, clock, sql } = made;
    const { code } = await enrolTotp(made, owner);
    const answer = (challengeToken: string) =>
      failureOf(chancery.identity.answerChallenge({ challengeToken, totpCode: code() }, aStranger()));
    const [first, second] = [await challengeOf(made, owner), await challengeOf(made, owner)];

    clock.advance({ seconds: 1 });
    await sql('update password_credentials set changed_at = $2 where user_id = $1', [owner.id, clock.now()]);
    expect(await answer(first.challengeToken)).to.equal('auth.challenge_invalid');
    await sql(
      "update password_credentials set changed_at = changed_at - interval '1 day' where user_id = $1",
      [owner.id],
    );
    await chancery.identity.logoutAll({}, owner.session);
    expect(await answer(second.challengeToken)).to.equal('auth.challenge_invalid');
  });

  it('MFA-7: only whoever has the password learns that the account has factors', async () => {
    const made = await world();
    const { chancery, owner, ports } = made;
    await enrolTotp(made, owner);
    const hashings = async (email: string) => {
      const before = ports.passwords.hashings;
      const outcome = await failureOf(
        chancery.identity.login({ email, password: 'wrong' }, aStranger({ address: '2001:db8:7::1' })),
      );
      return { outcome, hashings: ports.passwords.hashings - before };
    };

    // The first sign-in of all also makes the hash that stands in for missing ones.
    await hashings(owner.email);

    const known = await hashings(owner.email);
    const unknown = await hashings(`nobody.${randomBytes(4).toString('hex')}@example.com`);

    expect(known).to.deep.equal({ outcome: 'auth.invalid_credentials', hashings: 2 });
    expect(unknown).to.deep.equal(known);
  });

  it('MFA-8: ten recovery codes of four groups of four, each good once, kept as keyed digests', async () => {
    const made = await world();
    const { chancery, owner, sql } = made;
    const { recoveryCodes } = await enrolTotp(made, owner);
    const [first = '', second = ''] = recoveryCodes ?? [];
    const answer = async (recoveryCode: string) => {
      const { challengeToken } = await challengeOf(made, owner);
      return failureOf(chancery.identity.answerChallenge({ challengeToken, recoveryCode }, aStranger()));
    };

    expect(new Set(recoveryCodes).size).to.equal(10);
    for (const code of recoveryCodes ?? []) expect(code).to.match(/^[A-Z2-7]{4}(-[A-Z2-7]{4}){3}$/);
    const kept = await sql<{ hash: string }>('select code_hash hash from recovery_codes where user_id = $1', [
      owner.id,
    ]);
    expect(kept.every(({ hash }) => /^[0-9a-f]{64}$/.test(hash))).to.equal(true);
    expect(await answer(first)).to.equal('none');
    expect(await answer(first)).to.equal('factor.code_invalid');
    expect(await answer(second.toLowerCase().replaceAll('-', ' '))).to.equal('none');
    expect((await chancery.identity.listFactors({}, owner.session)).recoveryCodes?.remaining).to.equal(8);
  });

  it('MFA-8: the ledger records the use of a code, and the owner is mailed; when two are left, the mail says so', async () => {
    const made = await world();
    const { chancery, owner, sql, worker, ports, happened } = made;
    const { recoveryCodes } = await enrolTotp(made, owner);
    await sql(
      `update recovery_codes set used_at = generated_at where code_hash in
         (select code_hash from recovery_codes where user_id = $1 and code_hash <> all($2) limit 6)`,
      [owner.id, await hashesOf(made, recoveryCodes?.slice(0, 2) ?? [])],
    );
    await worker.drain();
    ports.mail.sent.length = 0;

    for (const recoveryCode of recoveryCodes?.slice(0, 2) ?? []) {
      const { challengeToken } = await challengeOf(made, owner);
      await chancery.identity.answerChallenge({ challengeToken, recoveryCode }, aStranger());
    }
    await worker.drain();

    const texts = ports.mail.sent
      .filter(({ subject }) => subject === 'A recovery code of your account was used')
      .map(({ text }) => text);
    expect(texts.filter((text) => text.includes('3 recovery codes are left'))).to.have.length(1);
    expect(texts.filter((text) => text.includes('Only 2 of your recovery codes are left'))).to.have.length(1);
    expect(
      (await happened()).filter(({ type }) => type === 'factor.recovery_code_used').map(({ facts }) => facts),
    ).to.deep.equal([{ remaining: 3 }, { remaining: 2 }]);
  });

  it('MFA-8: a new set ends the old one', async () => {
    const made = await world();
    const { chancery, owner, worker, ports, clock } = made;
    const { recoveryCodes } = await enrolTotp(made, owner);

    const renewed = await chancery.identity.renewRecoveryCodes({}, owner.session);
    await worker.drain();

    const { challengeToken } = await challengeOf(made, owner);
    const answer = (recoveryCode = '') =>
      failureOf(chancery.identity.answerChallenge({ challengeToken, recoveryCode }, aStranger()));
    expect(renewed.generatedAt).to.equal(clock.now());
    expect(await answer(recoveryCodes?.[0])).to.equal('factor.code_invalid');
    expect(await answer(renewed.recoveryCodes[0])).to.equal('none');
    expect(ports.mail.sent.map(({ subject }) => subject)).to.include('Your account has new recovery codes');
  });

  it('MFA-9: a new password removes and skips no factor: the next sign-in asks for it', async () => {
    const made = await world();
    const { chancery, owner } = made;
    await enrolTotp(made, owner);
    const newPassword = 'another horse battery staple';

    await chancery.identity.changePassword({ currentPassword: password, newPassword }, owner.session);

    const answer = await chancery.identity.login({ email: owner.email, password: newPassword }, aStranger());
    expect(answer.tokenType).to.equal('Challenge');
  });

  it('MFA-9: the mailed reset removes no factor: the next sign-in asks for it', async () => {
    const made = await world();
    const { chancery, owner, worker, ports } = made;
    await enrolTotp(made, owner);
    await chancery.identity.forgotPassword({ email: owner.email }, aStranger());
    await worker.drain();
    const texts = ports.mail.sent.filter(({ to }) => to.address === owner.email).map(({ text }) => text);
    const [, token = ''] = /reset-password#token=([\w-]{43})/.exec(texts.join('\n')) ?? [];
    const newPassword = 'yet another horse battery staple';

    await chancery.identity.resetPassword({ token, newPassword }, aStranger());

    const answer = await chancery.identity.login({ email: owner.email, password: newPassword }, aStranger());
    expect(answer.tokenType).to.equal('Challenge');
  });

  it('MFA-9: a change of address removes no factor: the next sign-in asks for it', async () => {
    const made = await world();
    const { chancery, owner, worker, ports } = made;
    await enrolTotp(made, owner);
    const newEmail = `new.${randomBytes(6).toString('hex')}@example.com`;
    await chancery.identity.requestEmailChange({ newEmail, password }, owner.session);
    await worker.drain();
    const texts = ports.mail.sent.filter(({ to }) => to.address === newEmail).map(({ text }) => text);
    const [, token = ''] = /#token=([\w-]{43})/.exec(texts.join('\n')) ?? [];

    await chancery.identity.confirmEmailChange({ token }, aStranger());

    const answer = await chancery.identity.login({ email: newEmail, password }, aStranger());
    expect(answer.tokenType).to.equal('Challenge');
  });

  it('MFA-16: refresh asks for no factor and keeps what was proven', async () => {
    const made = await world();
    const { chancery, owner, clock, ports } = made;
    const { code } = await enrolTotp(made, owner);
    const { challengeToken } = await challengeOf(made, owner);
    const session = await chancery.identity.answerChallenge(
      { challengeToken, totpCode: code() },
      aStranger(),
    );
    const provenAt = clock.now();
    clock.advance({ minutes: 8 });

    const renewed = await chancery.identity.refreshSession(
      { refreshToken: session.refreshToken },
      aStranger(),
    );

    const caller = aStranger({ credential: renewed.accessToken });
    const { sessions } = await chancery.identity.listSessions({}, caller);
    expect(sessions.find(({ current }) => current)?.secondFactorAt).to.equal(provenAt);
    expect(await ports.tokens.verify(renewed.accessToken, clock.now())).to.deep.include({
      amr: ['pwd', 'otp'],
    });
  });

  it('THR-16: five wrong answers end a challenge', async () => {
    const made = await world();
    const { chancery, owner } = made;
    const { code } = await enrolTotp(made, owner);
    const { challengeToken } = await challengeOf(made, owner);
    const answer = (totpCode: string) =>
      failureOf(chancery.identity.answerChallenge({ challengeToken, totpCode }, aStranger()));

    for (let i = 0; i < 5; i += 1) expect(await answer(wrongOf(code()))).to.equal('factor.code_invalid');
    expect(await answer(code())).to.equal('auth.challenge_invalid');
  });

  it('THR-16: after ten wrong answers of an account in fifteen minutes, over all challenges and step-up, no code is examined', async () => {
    const made = await world();
    const { chancery, owner, clock } = made;
    const { code } = await enrolTotp(made, owner);
    const answer = async (totpCode: string) => {
      const { challengeToken } = await challengeOf(made, owner);
      return failureOf(chancery.identity.answerChallenge({ challengeToken, totpCode }, aStranger()));
    };
    const prove = (input: object) => failureOf(chancery.identity.reauthenticate(input, owner.session));

    for (let i = 0; i < 5; i += 1) expect(await answer(wrongOf(code()))).to.equal('factor.code_invalid');
    for (let i = 0; i < 4; i += 1)
      expect(await prove({ totpCode: wrongOf(code()) })).to.equal('factor.code_invalid');
    expect(await prove({ recoveryCode: 'AAAA-AAAA-AAAA-AAAA' })).to.equal('factor.code_invalid');

    expect(await answer(code())).to.equal('rate_limited');
    expect(await prove({ totpCode: code() })).to.equal('rate_limited');
    clock.advance({ minutes: 9 });
    expect(await prove({ totpCode: code() })).to.equal('rate_limited');
    clock.advance({ minutes: 6 });
    expect(await answer(code())).to.equal('none');
  });

  it('THR-17: after fifty wrong codes in a row an unknown device waits a minute between codes, and the owner is notified once a day', async () => {
    const made = await world();
    const { chancery, owner, clock, sql, worker, ports } = made;
    const known = sessionOf(await chancery.identity.login({ email: owner.email, password }, aStranger()));
    const { code, recoveryCodes } = await enrolTotp(made, owner);
    const challenges = {
      unknown: () => challengeOf(made, owner),
      known: () => challengeOf(made, owner, known.deviceToken ?? ''),
    };
    const answer = async (device: 'unknown' | 'known', given: object) => {
      const { challengeToken } = await challenges[device]();
      return failureOf(chancery.identity.answerChallenge({ challengeToken, ...given }, aStranger()));
    };
    const pass = () => clock.advance({ minutes: 15 });
    for (let round = 0; round < 5; round += 1) {
      for (let i = 0; i < 10; i += 1)
        expect(await answer('unknown', { totpCode: wrongOf(code()) })).to.equal('factor.code_invalid');
      pass();
    }

    expect(await answer('unknown', { totpCode: wrongOf(code()) })).to.equal('factor.code_invalid');
    expect(await answer('unknown', { totpCode: code() })).to.equal('rate_limited');
    expect(await answer('unknown', { recoveryCode: recoveryCodes?.[0] })).to.equal('none');
    clock.advance({ seconds: 61 });
    expect(await answer('unknown', { totpCode: wrongOf(code()) })).to.equal('factor.code_invalid');
    expect(await answer('known', { totpCode: code() })).to.equal('none');
    clock.advance({ seconds: 30 });
    expect(await answer('unknown', { totpCode: code() })).to.equal('none');

    await worker.drain();
    const sent = ports.mail.sent.filter(
      ({ subject }) => subject === 'Somebody is trying codes at your account',
    );
    expect(sent.map(({ to }) => to.address)).to.deep.equal([owner.email]);
    expect(
      await sql('select 1 from accounts where id = $1 and status = $2', [owner.id, 'active']),
    ).to.have.length(1);
  });

  it('THR-15: the limits widen at most tenfold and are never off', async () => {
    const made = await world({ settings: { rateLimitScale: 0 } });
    const { chancery, owner, sql } = made;
    const { code } = await enrolTotp(made, owner);
    await sql(
      'insert into factor_attempts values ($1, 99, $2, 0, $2) on conflict (user_id) do update set failures = 99, window_started_at = $2',
      [owner.id, made.clock.now()],
    );
    const prove = () =>
      failureOf(chancery.identity.reauthenticate({ totpCode: wrongOf(code()) }, owner.session));

    expect(await prove()).to.equal('factor.code_invalid');
    expect(await prove()).to.equal('rate_limited');
  });

  it('refuses a request with no answer or two answers, and says so', async () => {
    const { chancery } = await world();
    const challengeToken = randomBytes(32).toString('base64url');
    const answer = (given: object) =>
      failureOf(chancery.identity.answerChallenge({ challengeToken, ...given }, aStranger()));

    expect(await answer({})).to.equal('request.invalid');
    expect(await answer({ totpCode: '123456', recoveryCode: 'x' })).to.equal('request.invalid');
  });

  it('answers 403 to a suspended account only after the right code', async () => {
    const made = await world();
    const { chancery, owner, sql } = made;
    const { code } = await enrolTotp(made, owner);
    const { challengeToken } = await challengeOf(made, owner);
    await sql("update accounts set status = 'suspended' where id = $1", [owner.id]);
    const answer = (totpCode: string) =>
      failureOf(chancery.identity.answerChallenge({ challengeToken, totpCode }, aStranger()));

    expect(await answer(wrongOf(code()))).to.equal('factor.code_invalid');
    expect(await answer(code())).to.equal('auth.account_suspended');
  });
});

async function hashesOf(made: World, codes: readonly string[]): Promise<readonly string[]> {
  const { recoveryCodeHash } = await import('./recovery-codes.ts');
  return codes.map((code) => recoveryCodeHash(made.owner.id, code, made.ports.keyRing));
}

onBothDatabases('answers that race', (database) => {
  const answers = async (made: World, each: (challengeToken: string) => object, count: number) => {
    const tokens: string[] = [];
    // They run one after the other: more than ten tries at a password at once are too many (THR-13).
    for (let i = 0; i < count; i += 1) tokens.push((await challengeOf(made, made.owner)).challengeToken);
    return tally(
      await Promise.all(
        tokens.map((challengeToken) =>
          failureOf(
            made.chancery.identity.answerChallenge({ challengeToken, ...each(challengeToken) }, aStranger()),
          ),
        ),
      ),
    );
  };

  it('MFA-2: the same code, sent a hundred times at once, signs in once', async () => {
    const made = await world({ database: database() });
    const { code } = await enrolTotp(made, made.owner);
    const before = await liveSessions(made, made.owner.id);
    const totpCode = code();

    const outcomes = await answers(made, () => ({ totpCode }), 100);

    expect(outcomes.none).to.equal(1);
    expect(await liveSessions(made, made.owner.id)).to.equal(before + 1);
  });

  it('MFA-8: one recovery code ten times at once signs in once', async () => {
    const made = await world({ database: database() });
    const { recoveryCodes } = await enrolTotp(made, made.owner);
    const before = await liveSessions(made, made.owner.id);

    const outcomes = await answers(made, () => ({ recoveryCode: recoveryCodes?.[0] }), 10);

    expect(outcomes).to.deep.equal({ none: 1, 'factor.code_invalid': 9 });
    expect(await liveSessions(made, made.owner.id)).to.equal(before + 1);
  });

  it('MFA-6: two right answers to one challenge open one session', async () => {
    const made = await world({ database: database() });
    const { code, recoveryCodes } = await enrolTotp(made, made.owner);
    const { challengeToken } = await challengeOf(made, made.owner);
    const before = await liveSessions(made, made.owner.id);

    const outcomes = await Promise.all(
      [{ totpCode: code() }, { recoveryCode: recoveryCodes?.[0] }].map((answer) =>
        failureOf(made.chancery.identity.answerChallenge({ challengeToken, ...answer }, aStranger())),
      ),
    );

    expect(outcomes).to.have.members(['none', 'auth.challenge_invalid']);
    expect(await liveSessions(made, made.owner.id)).to.equal(before + 1);
    const left = (await made.chancery.identity.listFactors({}, made.owner.session)).recoveryCodes?.remaining;
    expect(left).to.be.oneOf([9, 10]);
  });

  it('THR-16: a hundred guesses at once get at most ten examined', async () => {
    const made = await world({ database: database() });
    const { code } = await enrolTotp(made, made.owner);
    const wrong = wrongOf(code());

    const outcomes = await answers(made, () => ({ totpCode: wrong }), 100);

    expect(outcomes).to.deep.equal({ 'factor.code_invalid': 10, rate_limited: 90 });
  });

  it('MFA-2: two confirmations of the first factor at once make one set of recovery codes', async () => {
    const made = await world({ database: database() });
    const { chancery, owner, ports, clock, sql } = made;
    const { factor, secret } = await chancery.identity.beginTotp({}, owner.session);
    const totpCode = ports.totp.code(secret, clock.now());

    const outcomes = await Promise.all(
      [1, 2].map(() =>
        failureOf(chancery.identity.confirmTotp({ factorId: factor.id, code: totpCode }, owner.session)),
      ),
    );

    expect(outcomes).to.have.members(['none', 'factor.not_found']);
    expect(await sql('select 1 from recovery_codes where user_id = $1', [owner.id])).to.have.length(10);
  });
});

describe('passkey as second step', () => {
  it('MFA-3: the challenge carries options for the passkeys of the account, which work once', async () => {
    const made = await world();
    const { chancery, owner, ports, clock } = made;
    const { passkey } = await enrolPasskey(made, owner);
    const challenge = await challengeOf(made, owner);
    const { ceremonyId = '', options = {} } = challenge.passkey ?? {};
    const response = ports.passkeys.get(options, passkey);
    const answer = (given: object) =>
      chancery.identity.answerChallenge(
        { challengeToken: challenge.challengeToken, passkey: { ceremonyId, response }, ...given },
        aStranger(),
      );

    expect(challenge.methods).to.deep.equal(['passkey', 'recovery_code']);
    expect(options.allowCredentials).to.deep.equal([{ id: passkey.id }]);
    const session = await answer({});
    expect(await ports.tokens.verify(session.accessToken, clock.now())).to.deep.include({
      amr: ['pwd', 'passkey'],
    });
    expect(await failureOf(answer({}))).to.equal('auth.challenge_invalid');
    const next = await challengeOf(made, owner);
    expect(await failureOf(answer({ challengeToken: next.challengeToken }))).to.equal(
      'factor.passkey_invalid',
    );
  });
});
