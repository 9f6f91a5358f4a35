import { randomBytes } from 'node:crypto';
import { aStranger, failureOf, faultsOf, sessionOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const password = 'correct horse battery staple';
const key = { name: 'Key', scopes: ['members.read' as const] };
const somewhere = (credential: string | null) =>
  aStranger({
    credential,
    address: `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1`,
  });

describe('reauthenticate', () => {
  it('SES-13: opens what asks for a recent proof, for this session only, and shows in the next access token', async () => {
    const { chancery, owner, clock, ports } = await world();
    const other = sessionOf(await chancery.identity.login({ email: owner.email, password }, somewhere(null)));
    clock.advance({ minutes: 5 });
    const signIn = sessionOf(
      await chancery.identity.login({ email: owner.email, password }, somewhere(null)),
    );
    clock.advance({ minutes: 16 });
    // Access tokens live ten minutes; the sessions have to be renewed first.
    const here = await chancery.identity.refreshSession({ refreshToken: signIn.refreshToken }, aStranger());
    const there = await chancery.identity.refreshSession({ refreshToken: other.refreshToken }, aStranger());
    expect(await failureOf(chancery.integrations.createApiKey(key, somewhere(here.accessToken)))).to.equal(
      'auth.reauthentication_required',
    );

    const proof = await chancery.identity.reauthenticate({ password }, somewhere(here.accessToken));

    expect(proof).to.deep.equal({
      authenticatedAt: clock.now(),
      secondFactorAt: null,
      freshUntil: '2026-11-23T12:36:00.000Z',
    });
    expect(await failureOf(chancery.integrations.createApiKey(key, somewhere(here.accessToken)))).to.equal(
      'none',
    );
    expect(await failureOf(chancery.integrations.createApiKey(key, somewhere(there.accessToken)))).to.equal(
      'auth.reauthentication_required',
    );
    const renewed = await chancery.identity.refreshSession({ refreshToken: here.refreshToken }, aStranger());
    const claims = await ports.tokens.verify(renewed.accessToken, clock.now());
    expect(claims).to.include({ auth_time: Date.parse(proof.authenticatedAt) / 1000 });
  });

  it('SES-13: takes exactly one proof', async () => {
    const { chancery, owner } = await world();
    const faults = (input: object) => faultsOf(chancery.identity.reauthenticate(input, owner.session));

    expect(await faults({ password, totpCode: '123456' })).to.deep.equal([' factor.one_answer']);
    expect(await faults({})).to.deep.equal([' factor.one_answer']);
  });

  it('PWD-6: a wrong password gets a 403 and counts in the throttle, without delaying a sign-in elsewhere', async () => {
    const { chancery, owner } = await world();
    const prove = (candidate: string) =>
      failureOf(
        chancery.identity.reauthenticate({ password: candidate }, somewhere(owner.session.credential)),
      );

    for (let i = 0; i < 10; i += 1) expect(await prove('wrong')).to.equal('auth.password_incorrect');
    expect(await prove(password)).to.equal('rate_limited');
    expect(
      await failureOf(chancery.identity.login({ email: owner.email, password }, somewhere(null))),
    ).to.equal('none');
  });

  it('changes nothing if the password is wrong', async () => {
    const { chancery, owner, clock } = await world();
    clock.advance({ minutes: 5 });

    await failureOf(
      chancery.identity.reauthenticate({ password: 'wrong' }, somewhere(owner.session.credential)),
    );

    expect((await chancery.identity.getMe({}, owner.session)).session.authenticatedAt).to.equal(
      '2026-11-23T12:00:00.000Z',
    );
  });
});
