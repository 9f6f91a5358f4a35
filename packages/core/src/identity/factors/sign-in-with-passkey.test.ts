import { randomBytes, randomUUID } from 'node:crypto';
import {
  aStranger,
  enrolPasskey,
  enrolTotp,
  failureOf,
  onBothDatabases,
  type PlainPasskey,
  somewhere,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

/** What the browser returns for new options. */
async function assertion(
  { chancery, ports }: World,
  passkey: PlainPasskey,
  signCount = 0,
  caller = aStranger(),
) {
  const { ceremonyId, options } = await chancery.identity.passkeyAssertionOptions({}, caller);
  return { ceremonyId, response: ports.passkeys.get(options, passkey, signCount) };
}

describe('signInWithPasskey', () => {
  it('MFA-11: needs no address, password or second step, also for an account without a password', async () => {
    const made = await world();
    const { chancery, owner, ports, clock, sql } = made;
    const { passkey } = await enrolPasskey(made, owner);
    await enrolTotp(made, owner);
    await sql('delete from password_credentials where user_id = $1', [owner.id]);

    const session = await chancery.identity.signInWithPasskey(await assertion(made, passkey), aStranger());

    expect(session).to.deep.include({ tokenType: 'Bearer', isNewUser: false });
    expect(session.user.id).to.equal(owner.id);
    expect(await ports.tokens.verify(session.accessToken, clock.now())).to.deep.include({ amr: ['passkey'] });
    const { sessions } = await chancery.identity.listSessions(
      {},
      aStranger({ credential: session.accessToken }),
    );
    expect(sessions.find(({ current }) => current)).to.deep.include({
      authMethod: 'passkey',
      secondFactorAt: clock.now(),
    });
  });

  it('MFA-11: an id that no browser returns is a fault of the request, and nothing is looked up', async () => {
    const made = await world();
    const { ceremonyId } = await made.chancery.identity.passkeyAssertionOptions({}, aStranger());

    for (const id of ['a\u0000b', '', 'ä'])
      expect(
        await failureOf(
          made.chancery.identity.signInWithPasskey({ ceremonyId, response: { id } }, aStranger()),
        ),
      ).to.equal('request.invalid');
  });

  it('THR-16: wrong assertions count as wrong codes do, over challenges and step-up; those at sign-in lock nobody out', async () => {
    const made = await world();
    const { chancery, owner } = made;
    const { passkey } = await enrolPasskey(made, owner);
    const changed = <A extends { readonly response: object }>(given: A) => ({
      ...given,
      response: { ...given.response, signature: 'x' },
    });
    const signIn = async (spoilt: boolean) => {
      const given = await assertion(made, passkey);
      return failureOf(chancery.identity.signInWithPasskey(spoilt ? changed(given) : given, somewhere()));
    };
    const prove = async (spoilt: boolean) => {
      const given = await assertion(made, passkey, 0, owner.session);
      return failureOf(
        chancery.identity.reauthenticate({ passkey: spoilt ? changed(given) : given }, owner.session),
      );
    };
    for (let i = 0; i < 11; i += 1) expect(await signIn(true)).to.equal('auth.passkey_invalid');
    expect(await prove(false)).to.equal('none');

    for (let i = 0; i < 10; i += 1) expect(await prove(true)).to.equal('factor.passkey_invalid');

    expect(await prove(false)).to.equal('rate_limited');
    expect(await signIn(false)).to.equal('none');
  });

  it('MFA-11: every fault gets the same answer', async () => {
    const made = await world();
    const { chancery, owner, clock, ports } = made;
    const { passkey } = await enrolPasskey(made, owner);
    const removed = await enrolPasskey(made, owner, 'Lost');
    await chancery.identity.removeFactor({ factorId: removed.factorId }, owner.session);
    const good = await assertion(made, passkey);
    await chancery.identity.signInWithPasskey(good, aStranger());
    const late = await assertion(made, passkey);
    clock.advance({ minutes: 5 });
    const fresh = await assertion(made, passkey);
    const ofPerson = await assertion(made, passkey, 0, owner.session);
    const register = await chancery.identity.passkeyRegistrationOptions({}, owner.session);
    const faults = {
      spent: good,
      late,
      'unknown ceremony': { ...fresh, ceremonyId: randomUUID() },
      'unknown passkey': {
        ...fresh,
        response: { ...fresh.response, id: randomBytes(16).toString('base64url') },
      },
      'removed passkey': await assertion(made, removed.passkey),
      'signature of another': { ...(await assertion(made, passkey)), response: good.response },
      'changed signature': {
        ceremonyId: (await assertion(made, passkey)).ceremonyId,
        response: { ...fresh.response, signature: 'x' },
      },
      'ceremony of a signed-in person': ofPerson,
      'ceremony of a registration': {
        ceremonyId: register.ceremonyId,
        response: ports.passkeys.get(register.options, passkey),
      },
    };

    for (const [fault, input] of Object.entries(faults)) {
      const refusal = await chancery.identity.signInWithPasskey(input, aStranger()).catch((error) => error);
      expect([fault, refusal.code, refusal.message, refusal.details]).to.deep.equal([
        fault,
        'auth.passkey_invalid',
        'This passkey cannot be used to sign in here; begin again, or sign in another way.',
        [],
      ]);
    }
  });

  it('MFA-11: obeys the sign-in methods that a workspace allows', async () => {
    const made = await world();
    const { chancery, owner, sql, workspaceId } = made;
    const { passkey } = await enrolPasskey(made, owner);
    await sql(
      `update workspaces set settings = settings || '{"allowedSignInMethods": ["password"]}' where id = $1`,
      [workspaceId],
    );

    const session = await chancery.identity.signInWithPasskey(await assertion(made, passkey), aStranger());

    expect(
      await failureOf(chancery.workspace.listProjects({}, aStranger({ credential: session.accessToken }))),
    ).to.equal('workspace.sign_in_method_not_allowed');
  });

  it('answers 403 to a suspended account if the passkey is right', async () => {
    const made = await world();
    const { chancery, owner, sql } = made;
    const { passkey } = await enrolPasskey(made, owner);
    await sql("update accounts set status = 'suspended' where id = $1", [owner.id]);
    const right = await assertion(made, passkey);
    const { ceremonyId } = await assertion(made, passkey);

    expect(
      await failureOf(
        chancery.identity.signInWithPasskey({ ceremonyId, response: right.response }, aStranger()),
      ),
    ).to.equal('auth.passkey_invalid');
    expect(await failureOf(chancery.identity.signInWithPasskey(right, aStranger()))).to.equal(
      'auth.account_suspended',
    );
  });

  it('MFA-4: a counter that does not rise is refused, and the owner is mailed; one that stays zero passes', async () => {
    const made = await world();
    const { chancery, owner, worker, ports } = made;
    const { passkey } = await enrolPasskey(made, owner, 'Key ring');
    const signIn = async (signCount: number) =>
      failureOf(chancery.identity.signInWithPasskey(await assertion(made, passkey, signCount), aStranger()));
    const suspicions = async () => {
      await worker.drain();
      return ports.mail.sent.filter(({ subject }) => subject === 'We refused a passkey of your account');
    };

    expect([await signIn(0), await signIn(0), await signIn(7), await signIn(8)]).to.deep.equal([
      'none',
      'none',
      'none',
      'none',
    ]);
    expect(await suspicions()).to.deep.equal([]);
    expect([await signIn(8), await signIn(3), await signIn(0)]).to.deep.equal([
      'auth.passkey_invalid',
      'auth.passkey_invalid',
      'auth.passkey_invalid',
    ]);
    const mails = await suspicions();
    expect(mails.map(({ to }) => to.address)).to.deep.equal([owner.email, owner.email, owner.email]);
    expect(mails[0]?.text).to.include('Key ring');
    expect(await signIn(9)).to.equal('none');
  });

  it('MFA-3: a registration takes its own ceremony, once and in time, and registers no passkey twice', async () => {
    const made = await world();
    const { chancery, owner, person, ports, clock } = made;
    const admin = await person('admin');
    const begin = async (who = owner) => chancery.identity.passkeyRegistrationOptions({}, who.session);
    const register = (input: { ceremonyId: string; response: PlainPasskey }, who = owner) =>
      failureOf(chancery.identity.registerPasskey({ name: 'Key', ...input }, who.session));
    const { ceremonyId, options } = await begin();
    const response = ports.passkeys.create(options);

    expect(await register({ ceremonyId, response }, admin)).to.equal('factor.ceremony_expired');
    expect(await register({ ceremonyId, response })).to.equal('none');
    expect(await register({ ceremonyId, response })).to.equal('factor.ceremony_expired');
    const other = await begin();
    expect(await register({ ceremonyId: other.ceremonyId, response })).to.equal('factor.passkey_invalid');
    const again = await begin(admin);
    const known = ports.passkeys.get(again.options, response);
    expect(await register({ ceremonyId: again.ceremonyId, response: known }, admin)).to.equal(
      'factor.passkey_known',
    );
    const assert = await assertion(made, response);
    expect(await register(assert)).to.equal('factor.ceremony_expired');
    const late = await begin();
    clock.advance({ minutes: 5 });
    expect(
      await register({ ceremonyId: late.ceremonyId, response: ports.passkeys.create(late.options) }),
    ).to.equal('factor.ceremony_expired');
  });

  it('MFA-3: a passkey of another account proves nothing', async () => {
    const made = await world();
    const { chancery, owner, person, ports } = made;
    const admin = await person('admin');
    await enrolPasskey(made, owner);
    const { passkey } = await enrolPasskey(made, admin);
    const { ceremonyId, options } = await chancery.identity.passkeyAssertionOptions({}, owner.session);
    const response = ports.passkeys.get(options, passkey);

    expect(
      await failureOf(chancery.identity.reauthenticate({ passkey: { ceremonyId, response } }, owner.session)),
    ).to.equal('factor.passkey_invalid');
  });

  it('SES-13: a passkey is a recent proof and a second factor', async () => {
    const made = await world();
    const { chancery, owner, clock } = made;
    const { passkey } = await enrolPasskey(made, owner);
    clock.advance({ minutes: 5 });

    const proof = await chancery.identity.reauthenticate(
      { passkey: await assertion(made, passkey, 0, owner.session) },
      owner.session,
    );

    expect(proof).to.deep.include({ authenticatedAt: clock.now(), secondFactorAt: clock.now() });
  });

  it('offers a signed-in person their own passkeys, and refuses if there are none', async () => {
    const made = await world();
    const { chancery, owner, person } = made;
    const admin = await person('admin');
    const { passkey } = await enrolPasskey(made, owner);

    const own = await chancery.identity.passkeyAssertionOptions({}, owner.session);

    expect(own.options.allowCredentials).to.deep.equal([{ id: passkey.id }]);
    expect((await chancery.identity.passkeyAssertionOptions({}, aStranger())).options).not.to.have.property(
      'allowCredentials',
    );
    expect(await failureOf(chancery.identity.passkeyAssertionOptions({}, admin.session))).to.equal(
      'factor.none_enrolled',
    );
  });

  it('THR-18: ceremonies are limited per network address, by a bucket of their own', async () => {
    const { chancery, owner, ports } = await world();
    ports.throttle.closed.add('passkey_ceremony');

    expect(await failureOf(chancery.identity.passkeyAssertionOptions({}, aStranger()))).to.equal(
      'rate_limited',
    );
    expect(await failureOf(chancery.identity.passkeyRegistrationOptions({}, owner.session))).to.equal(
      'rate_limited',
    );
  });
});

onBothDatabases('passkeys that race', (database) => {
  it('MFA-3: one ceremony used ten times at once signs in once', async () => {
    const made = await world({ database: database() });
    const { passkey } = await enrolPasskey(made, made.owner);
    const input = await assertion(made, passkey);

    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () =>
        failureOf(made.chancery.identity.signInWithPasskey(input, aStranger())),
      ),
    );

    expect(outcomes.filter((outcome) => outcome === 'none')).to.have.length(1);
    expect(new Set(outcomes)).to.deep.equal(new Set(['none', 'auth.passkey_invalid']));
  });
});
