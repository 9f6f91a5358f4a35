import {
  aStranger,
  enrolPasskey,
  enrolTotp,
  failureOf,
  signedInAnew,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('beginTotp and confirmTotp', () => {
  it('MFA-1: shows the secret once, seals it, and counts from the first right code on', async () => {
    const { chancery, owner, ports, clock, sql } = await world();

    const begun = await chancery.identity.beginTotp({}, owner.session);

    expect(begun.secret).to.match(/^[A-Z2-7]{32}$/);
    expect(begun.otpauthUrl).to.include(`secret=${begun.secret}`);
    expect(begun.expiresAt).to.equal('2026-11-23T12:15:00.000Z');
    expect(begun.factor).to.deep.include({ kind: 'totp', name: 'Authenticator', status: 'pending' });
    const [row] = await sql<{ sealed: Uint8Array }>(
      'select secret_sealed sealed from factors where id = $1',
      [begun.factor.id],
    );
    expect(Buffer.from(row?.sealed ?? []).toString('latin1')).not.to.include(begun.secret);
    expect((await chancery.identity.getMe({}, owner.session)).user.hasSecondFactor).to.equal(false);

    const confirmed = await chancery.identity.confirmTotp(
      { factorId: begun.factor.id, code: ports.totp.code(begun.secret, clock.now()) },
      owner.session,
    );

    expect(confirmed.factor).to.deep.include({ status: 'active', confirmedAt: clock.now() });
    expect(confirmed.recoveryCodes).to.have.length(10);
    expect((await chancery.identity.getMe({}, owner.session)).user.hasSecondFactor).to.equal(true);
  });

  it('MFA-1: an authenticator that is not confirmed is gone after fifteen minutes', async () => {
    const made = await world();
    const { chancery, owner, ports, clock } = made;
    const { factor, secret } = await chancery.identity.beginTotp({}, owner.session);
    clock.advance({ minutes: 15 });
    const { session } = await signedInAnew(made, owner);

    const late = chancery.identity.confirmTotp(
      { factorId: factor.id, code: ports.totp.code(secret, clock.now()) },
      session,
    );

    expect(await failureOf(late)).to.equal('factor.ceremony_expired');
    expect((await chancery.identity.listFactors({}, session)).factors).to.deep.equal([]);
    expect(
      await failureOf(chancery.identity.renameFactor({ factorId: factor.id, name: 'Late' }, session)),
    ).to.equal('factor.not_found');
  });

  it('MFA-1: a wrong code confirms nothing, and a confirmed authenticator is not confirmed again', async () => {
    const made = await world();
    const { chancery, owner, clock, ports } = made;
    const { factor, secret } = await chancery.identity.beginTotp({}, owner.session);
    const confirm = (code: string) =>
      failureOf(chancery.identity.confirmTotp({ factorId: factor.id, code }, owner.session));
    const right = ports.totp.code(secret, clock.now());
    const wrong = right === '000000' ? '000001' : '000000';

    expect(await confirm(wrong)).to.equal('factor.code_invalid');
    expect(await confirm(right)).to.equal('none');
    expect(await confirm(right)).to.equal('factor.not_found');
  });

  it('MFA-10: an enrolment begun before the first factor adds none to it in a session that has not proven one', async () => {
    const made = await world();
    const { chancery, owner, ports, clock } = made;
    const { session } = await signedInAnew(made, owner);
    const early = await chancery.identity.beginTotp({}, session);
    const { ceremonyId, options } = await chancery.identity.passkeyRegistrationOptions({}, session);
    const response = ports.passkeys.create(options);
    await enrolPasskey(made, owner);
    const code = ports.totp.code(early.secret, clock.now());

    expect(
      await failureOf(chancery.identity.confirmTotp({ factorId: early.factor.id, code }, session)),
    ).to.equal('auth.second_factor_required');
    expect(
      await failureOf(chancery.identity.registerPasskey({ ceremonyId, name: 'Theirs', response }, session)),
    ).to.equal('auth.second_factor_required');
    const { factors } = await chancery.identity.listFactors({}, owner.session);
    expect(factors.filter(({ status }) => status === 'active')).to.have.length(1);
  });

  it('MFA-1: an account has at most two authenticators', async () => {
    const made = await world();
    await enrolTotp(made, made.owner);
    await enrolTotp(made, made.owner);

    expect(await failureOf(made.chancery.identity.beginTotp({}, made.owner.session))).to.equal(
      'factor.limit',
    );
    expect(await failureOf(enrolPasskey(made, made.owner))).to.equal('none');
  });

  it('MFA-1: an account has at most ten passkeys', async () => {
    const made = await world();
    for (let i = 0; i < 10; i += 1) await enrolPasskey(made, made.owner, `Key ${i}`);

    expect(
      await failureOf(made.chancery.identity.passkeyRegistrationOptions({}, made.owner.session)),
    ).to.equal('factor.limit');
  });

  it('replaces an authenticator that was not confirmed, when one begins again', async () => {
    const { chancery, owner } = await world();
    const first = await chancery.identity.beginTotp({ name: 'First' }, owner.session);

    await chancery.identity.beginTotp({ name: 'Second' }, owner.session);

    const { factors } = await chancery.identity.listFactors({}, owner.session);
    expect(factors.map(({ name }) => name)).to.deep.equal(['Second']);
    expect(
      await failureOf(
        chancery.identity.confirmTotp({ factorId: first.factor.id, code: '123456' }, owner.session),
      ),
    ).to.equal('factor.not_found');
  });

  it("MFA-10: nobody confirms another's factor", async () => {
    const { chancery, owner, person } = await world();
    const admin = await person('admin');
    const { factor } = await chancery.identity.beginTotp({}, owner.session);

    const refusal = await failureOf(
      chancery.identity.confirmTotp({ factorId: factor.id, code: '123456' }, admin.session),
    );

    expect(refusal).to.equal('factor.not_found');
  });

  it('SES-14: the first enrolment needs a recent proof', async () => {
    const made = await world();
    const { chancery, clock, owner } = made;
    const { session } = await signedInAnew(made, owner);
    clock.advance({ minutes: 9 });
    await made.sql('update sessions set authenticated_at = $2 where user_id = $1', [
      owner.id,
      '2026-11-23T11:50:00.000Z',
    ]);

    expect(await failureOf(chancery.identity.beginTotp({}, session))).to.equal(
      'auth.reauthentication_required',
    );
    expect(await failureOf(chancery.identity.passkeyRegistrationOptions({}, session))).to.equal(
      'auth.reauthentication_required',
    );
  });

  it('MFA-10: the first enrolment needs a verified address, so that nobody locks a claimed one', async () => {
    const { chancery, sql } = await world();
    const session = await chancery.identity.registerAccount(
      {
        email: `new.${Math.random()}@example.com`,
        password: 'correct horse battery staple',
        displayName: 'New',
      },
      aStranger(),
    );
    const caller = aStranger({ credential: session.accessToken });

    // It says so before it asks for a recent proof, which would not help.
    await sql(
      "update sessions set authenticated_at = authenticated_at - interval '1 hour' where user_id = $1",
      [session.user.id],
    );
    expect(await failureOf(chancery.identity.beginTotp({}, caller))).to.equal('auth.email_unverified');
    expect(await failureOf(chancery.identity.passkeyRegistrationOptions({}, caller))).to.equal(
      'auth.email_unverified',
    );
    await sql('update accounts set email = null, email_fold = null where id = $1', [session.user.id]);
    expect(await failureOf(chancery.identity.beginTotp({}, caller))).to.equal(
      'auth.reauthentication_required',
    );
    await sql(
      "update sessions set authenticated_at = authenticated_at + interval '1 hour' where user_id = $1",
      [session.user.id],
    );
    expect(await failureOf(chancery.identity.beginTotp({}, caller))).to.equal('none');
  });

  it('MFA-10: enrolling while a factor exists, removing one and renewing codes need a recent second factor', async () => {
    const made = await world();
    const { chancery, clock, owner, sql } = made;
    const { factorId, code } = await enrolTotp(made, owner);
    await sql(
      "update sessions set second_factor_at = second_factor_at - interval '16 minutes' where user_id = $1",
      [owner.id],
    );
    const rows = () => [
      chancery.identity.beginTotp({}, owner.session),
      chancery.identity.passkeyRegistrationOptions({}, owner.session),
      chancery.identity.renewRecoveryCodes({}, owner.session),
      chancery.identity.removeFactor({ factorId }, owner.session),
    ];

    for (const row of rows()) expect(await failureOf(row)).to.equal('auth.second_factor_required');
    await chancery.identity.reauthenticate({ password: 'correct horse battery staple' }, owner.session);
    for (const row of rows()) expect(await failureOf(row)).to.equal('auth.second_factor_required');

    const proof = await chancery.identity.reauthenticate({ totpCode: code() }, owner.session);

    expect(proof).to.deep.include({ authenticatedAt: clock.now(), secondFactorAt: clock.now() });
    for (const row of rows()) expect(await failureOf(row)).to.equal('none');
  });

  it('MFA-17: the ledger records a new factor, and its owner is mailed', async () => {
    const made = await world();
    const { owner, worker, ports, happened } = made;

    const { factorId } = await enrolTotp(made, owner);
    await worker.drain();

    expect(await happened()).to.deep.equal([
      {
        type: 'factor.enrolled',
        facts: { kind: 'totp', userId: owner.id },
        target: { kind: 'factor', id: factorId },
      },
    ]);
    expect(
      ports.mail.sent.filter(({ to }) => to.address === owner.email).map(({ subject }) => subject),
    ).to.deep.equal(['A second factor was added to your account']);
  });
});
