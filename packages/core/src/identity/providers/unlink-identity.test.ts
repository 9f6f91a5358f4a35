import { randomUUID } from 'node:crypto';
import {
  aStranger,
  enrolPasskey,
  failureOf,
  identityOf,
  onBothDatabases,
  type Person,
  providerSessionOf,
  resetAsked,
  signInAt,
  somewhere,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const link = { intent: 'link' } as const;
const aPerson = () => ({ subject: `s-${randomUUID()}` });
const linked = async (
  here: World,
  { session }: Pick<Person, 'session'>,
  provider: 'apple' | 'google' = 'google',
) => identityOf(await signInAt(here, provider, aPerson(), link, session));
/** Somebody who signs in at Google alone. */
async function newcomer(here: World) {
  const person = { ...aPerson(), email: `n.${randomUUID()}@gmail.com`, emailVerified: true };
  const { user, accessToken } = providerSessionOf(await signInAt(here, 'google', person));
  return {
    person,
    id: user.id,
    email: person.email,
    session: aStranger({ credential: accessToken }),
    identityId: user.identities[0]?.id ?? '',
  };
}
/** An identity at Apple that can be revoked. */
async function withToken(here: World, { session }: Pick<Person, 'session'>) {
  const person = aPerson();
  const authorizationCode = here.ports.oidc.code('apple', person);
  const identity = identityOf(await signInAt(here, 'apple', person, { ...link, authorizationCode }, session));
  return { identity, token: `refresh-${authorizationCode}` };
}

describe('unlinkIdentity', () => {
  it('removes the identity, notifies the person, and leaves the others', async () => {
    const here = await world();
    const { owner, chancery, worker, ports } = here;
    const [first, second] = [await linked(here, owner), await linked(here, owner, 'apple')];

    const { identities } = await chancery.identity.unlinkIdentity({ identityId: first.id }, owner.session);
    await worker.drain();

    expect(identities.map(({ id }) => id)).to.deep.equal([second.id]);
    expect((await chancery.identity.getMe({}, owner.session)).user.identities).to.deep.equal(identities);
    expect((await here.happened()).at(-1)).to.deep.include({
      type: 'identity.unlinked',
      facts: { provider: 'google', reason: 'person' },
    });
    const subjects = ports.mail.sent
      .filter(({ to }) => to.address === owner.email)
      .map(({ subject }) => subject);
    expect(subjects).to.include('Google was unlinked from your account');
  });

  it('AUT-12: the person is mailed about every change of identities, in their language', async () => {
    const here = await world();
    const { owner, chancery, worker, ports } = here;
    await chancery.identity.updateMe({ locale: 'de' }, owner.session);
    const { id } = await linked(here, owner);
    await chancery.identity.unlinkIdentity({ identityId: id }, owner.session);
    await worker.drain();

    const subjects = ports.mail.sent
      .filter(({ to }) => to.address === owner.email)
      .map(({ subject }) => subject);
    expect(subjects.slice(-2)).to.have.members([
      'Google meldet jetzt an Ihrem Konto an',
      'Google wurde von Ihrem Konto getrennt',
    ]);
  });

  it('OID-11: the last way to sign in stays; a password, another identity and a passkey count as ways, too', async () => {
    const here = await world();
    const { chancery } = here;
    const unlink = ({ identityId, session }: Awaited<ReturnType<typeof newcomer>>) =>
      failureOf(chancery.identity.unlinkIdentity({ identityId }, session));

    expect(await unlink(await newcomer(here))).to.equal('identity.last_sign_in_method');
    const twice = await newcomer(here);
    await linked(here, twice, 'apple');
    expect(await unlink(twice)).to.equal('none');
    const passkey = await newcomer(here);
    await enrolPasskey(here, passkey);
    expect(await unlink(passkey)).to.equal('none');
    const reset = await newcomer(here);
    await chancery.identity.changePassword({ newPassword: 'seventeen green umbrellas' }, reset.session);
    expect(await unlink(reset)).to.equal('none');
  });

  it('OID-11: a passkey may be removed if an identity is left, and not if it is the last way', async () => {
    const here = await world();
    const { chancery } = here;
    const person = await newcomer(here);
    const { factorId } = await enrolPasskey(here, person);
    const { factorId: other } = await enrolPasskey(here, person, 'Phone');
    const remove = (id: string) =>
      failureOf(chancery.identity.removeFactor({ factorId: id }, person.session));
    await here.sql('update sessions set second_factor_at = authenticated_at where user_id = $1', [person.id]);

    expect(await remove(factorId)).to.equal('none');
    await chancery.identity.unlinkIdentity({ identityId: person.identityId }, person.session);
    expect(await remove(other)).to.equal('identity.last_sign_in_method');
  });

  it('SES-14: needs a recent proof', async () => {
    const here = await world();
    const { id } = await linked(here, here.owner);
    await here.sql(
      "update sessions set authenticated_at = authenticated_at - interval '16 minutes' where user_id = $1",
      [here.owner.id],
    );

    const unlink = here.chancery.identity.unlinkIdentity({ identityId: id }, here.owner.session);
    expect(await failureOf(unlink)).to.equal('auth.reauthentication_required');
  });

  it("another person's identity is not found", async () => {
    const here = await world();
    const { id } = await linked(here, here.owner);
    const stranger = await here.stranger();

    const unlink = here.chancery.identity.unlinkIdentity({ identityId: id }, stranger.session);
    expect(await failureOf(unlink)).to.equal('identity.not_found');
  });

  onBothDatabases('two at once', (database) => {
    it('OID-11: if two ways are removed at once, one stays', async () => {
      const here = await world({ database: database() });
      const person = await newcomer(here);
      const { id } = await linked(here, person, 'apple');
      const unlink = (identityId: string) =>
        failureOf(here.chancery.identity.unlinkIdentity({ identityId }, person.session));

      expect(await Promise.all([unlink(person.identityId), unlink(id)])).to.have.members([
        'none',
        'identity.last_sign_in_method',
      ]);
    });
  });
});

describe('access at Apple', () => {
  const kept = ({ sql }: World) => sql<{ id: string }>('select id from detached_tokens');

  it('is revoked after the identity was unlinked, and the token forgotten', async () => {
    const here = await world();
    const { owner, chancery, worker, ports } = here;
    const { identity, token } = await withToken(here, owner);

    await chancery.identity.unlinkIdentity({ identityId: identity.id }, owner.session);
    expect((await kept(here)).map(({ id }) => id)).to.include(identity.id);
    await worker.drain();

    expect(ports.oidc.revoked).to.deep.equal([{ token, clientId: 'test' }]);
    expect((await kept(here)).map(({ id }) => id)).to.not.include(identity.id);
  });

  it('ACC-3: ends with the account: only the token stays, sealed and nameless, until it is revoked', async () => {
    const here = await world();
    const { chancery, worker, ports, sql } = here;
    const person = await newcomer(here);
    const { identity, token } = await withToken(here, person);

    const workspaces = (await chancery.identity.getMe({}, person.session)).workspaces.map(({ id }) => id);
    await chancery.identity.deactivateAccount(
      { confirm: 'DELETE', closeWorkspaceIds: workspaces },
      person.session,
    );

    expect(await sql('select id from external_identities where user_id = $1', [person.id])).to.deep.equal([]);
    const rows = await sql<object>('select * from detached_tokens where id = $1', [identity.id]);
    expect(rows).to.have.lengthOf(1);
    expect(JSON.stringify(rows)).to.not.include(person.id).and.not.include(token);
    await worker.drain();
    expect(ports.oidc.revoked).to.deep.equal([{ token, clientId: 'test' }]);
    expect(await sql('select id from detached_tokens where id = $1', [identity.id])).to.deep.equal([]);
  });

  it('is tried again while Apple is away, and given up after 30 days', async () => {
    const here = await world();
    const { owner, chancery, worker, ports, clock } = here;
    const { identity } = await withToken(here, owner);
    ports.oidc.isAway = true;
    await chancery.identity.unlinkIdentity({ identityId: identity.id }, owner.session);
    await worker.drain();
    const isKept = async () => (await kept(here)).some(({ id }) => id === identity.id);

    clock.advance({ days: 29 });
    await worker.run('identity.sweep');
    expect(await isKept()).to.equal(true);
    clock.advance({ days: 1 });
    await worker.run('identity.sweep');
    expect(await isKept()).to.equal(false);
    expect(ports.oidc.revoked).to.deep.equal([]);
  });
});

describe('a claim that is proven by the mailbox', () => {
  it('AUT-10: loses every identity that a stranger may have linked', async () => {
    const here = await world();
    const { chancery } = here;
    const stranger = { ...aPerson(), email: `claimed.${randomUUID()}@example.net` };
    const { user } = providerSessionOf(await signInAt(here, 'apple', stranger));
    const token = await resetAsked(here, stranger.email);

    await chancery.identity.resetPassword({ token, newPassword: 'seventeen green umbrellas' }, somewhere());

    const again = providerSessionOf(await signInAt(here, 'apple', stranger));
    expect(again.user.id).to.not.equal(user.id);
    const session = await chancery.identity.login(
      { email: stranger.email, password: 'seventeen green umbrellas' },
      somewhere(),
    );
    if (session.tokenType !== 'Bearer') throw new Error('No session');
    expect(session.user).to.deep.include({ id: user.id, emailVerified: true, identities: [] });
  });

  it('AUT-10: an owner who resets the password keeps the identities', async () => {
    const here = await world();
    const { owner, chancery } = here;
    const { id } = await linked(here, owner);
    const token = await resetAsked(here, owner.email);

    await chancery.identity.resetPassword({ token, newPassword: 'seventeen green umbrellas' }, somewhere());

    const rows = await here.sql<{ id: string }>('select id from external_identities where user_id = $1', [
      owner.id,
    ]);
    expect(rows).to.deep.equal([{ id }]);
  });
});

describe('proving oneself again at a provider', () => {
  it('SES-13: an ID token of a linked identity opens what asks for a recent proof, once', async () => {
    const here = await world();
    const { owner, chancery, ports, sql } = here;
    const person = aPerson();
    await signInAt(here, 'google', person, link, owner.session);
    await sql(
      "update sessions set authenticated_at = authenticated_at - interval '16 minutes' where user_id = $1",
      [owner.id],
    );
    const nonce = 'a nonce of the application';
    const prove = (subject: string) => {
      const idToken = ports.oidc.idToken('google', { subject }, nonce);
      return () => chancery.identity.reauthenticate({ provider: 'google', idToken, nonce }, owner.session);
    };
    const own = prove(person.subject);

    expect(await failureOf(prove('somebody else')())).to.equal('identity.not_yours');
    expect((await own()).authenticatedAt).to.equal(here.clock.now());
    expect(await failureOf(own())).to.equal('auth.id_token_replayed');
    expect(
      await failureOf(chancery.identity.reauthenticate({ idToken: 'x', nonce }, owner.session)),
    ).to.equal('request.invalid');
  });
});
