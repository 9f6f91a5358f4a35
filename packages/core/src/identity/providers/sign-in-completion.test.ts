import { randomUUID } from 'node:crypto';
import {
  aStranger,
  enrolTotp,
  failureOf,
  identityOf,
  type Person,
  password,
  providerSessionOf,
  signInAt,
  somewhere,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const aSubject = () => `subject-${randomUUID()}`;
const anAddress = (domain = 'gmail.com') => `person.${randomUUID()}@${domain}`;
const verified = (email: string) => ({ email, emailVerified: true });
/** The person's address at a domain of which the provider knows whose it is. */
async function movedTo(here: World, person: Person, domain: string): Promise<string> {
  const email = anAddress(domain);
  await here.sql('update accounts set email = $2, email_fold = $2 where id = $1', [person.id, email]);
  return email;
}
const mailsTo = ({ ports }: World, address: string) =>
  ports.mail.sent.filter(({ to }) => to.address === address).map(({ subject }) => subject);

describe('signing in at a provider', () => {
  it('OID-8: the same subject is the same person, whatever happened to the address', async () => {
    const here = await world();
    const subject = aSubject();

    const first = providerSessionOf(await signInAt(here, 'google', { subject, ...verified(anAddress()) }));
    const again = providerSessionOf(await signInAt(here, 'google', { subject, ...verified(anAddress()) }));

    expect([first.isNewUser, again.isNewUser]).to.deep.equal([true, false]);
    expect(again.user.id).to.equal(first.user.id);
    expect(again.user.email).to.equal(first.user.email);
  });

  it('OID-8: the same subject at the other provider is somebody else', async () => {
    const here = await world();
    const subject = aSubject();

    const google = providerSessionOf(await signInAt(here, 'google', { subject }));
    const apple = providerSessionOf(await signInAt(here, 'apple', { subject }));

    expect(apple.user.id).to.not.equal(google.user.id);
  });

  it('founds a workspace for a newcomer whose address the provider vouches for, and says how they sign in', async () => {
    const here = await world();
    const email = anAddress();

    const session = providerSessionOf(
      await signInAt(here, 'google', { subject: aSubject(), ...verified(email), name: 'Grace Hopper' }),
    );

    expect(session.user).to.deep.include({
      email,
      emailVerified: true,
      hasPassword: false,
      displayName: 'Grace Hopper',
    });
    expect(session.workspace).to.include({ name: "Grace Hopper's workspace", role: 'owner' });
    const caller = aStranger({ credential: session.accessToken });
    const me = await here.chancery.identity.getMe({}, caller);
    expect(me.session.authMethod).to.equal('google');
    expect(me.user.identities).to.deep.equal([
      {
        id: me.user.identities[0]?.id,
        provider: 'google',
        providerEmail: email,
        isPrivateRelay: false,
        linkedAt: here.clock.now(),
        lastUsedAt: here.clock.now(),
      },
    ]);
  });

  for (const [provider, domain, claims] of [
    ['google', 'gmail.com', {}],
    ['google', 'example.org', { hostedDomain: 'example.org' }],
    ['apple', 'privaterelay.appleid.com', { isPrivateRelay: true }],
    ['apple', 'icloud.com', {}],
    ['apple', 'me.com', {}],
    ['apple', 'mac.com', {}],
  ] as const)
    it(`OID-9: ${provider} knows whose ${domain} is, so its person joins the account of that address and is notified`, async () => {
      const here = await world();
      const { owner, worker } = here;
      const email = await movedTo(here, owner, domain);

      const session = providerSessionOf(
        await signInAt(here, provider, { subject: aSubject(), ...verified(email), ...claims }),
      );
      await worker.drain();

      expect(session.user.id).to.equal(owner.id);
      const name = provider === 'apple' ? 'Apple' : 'Google';
      expect(mailsTo(here, email)).to.include(`${name} now signs in to your account`);
    });

  for (const [what, provider, domain, claims] of [
    ['a domain of which Google knows nothing', 'google', 'example.net', {}],
    ['an address that Google has not verified', 'google', 'gmail.com', { emailVerified: false }],
    ['a domain that is not of Apple', 'apple', 'gmail.com', {}],
    ['a hosted domain at Apple', 'apple', 'example.net', { hostedDomain: 'example.net' }],
  ] as const)
    it(`OID-9: ${what} makes an account of its own that claims the address, and no answer reveals the other`, async () => {
      const here = await world();
      const { owner } = here;
      const email = await movedTo(here, owner, domain);
      const person = (address: string) => ({ subject: aSubject(), ...verified(address), ...claims });

      const taken = providerSessionOf(await signInAt(here, provider, person(email)));
      const free = providerSessionOf(await signInAt(here, provider, person(anAddress(domain))));

      expect(taken.user.id).to.not.equal(owner.id);
      expect(taken.user).to.deep.include({ email, emailVerified: false });
      const shape = (value: object) => Object.keys(value).sort();
      expect(shape(taken)).to.deep.equal(shape(free));
      expect(shape(taken.user)).to.deep.equal(shape(free.user));
      expect([free.user.emailVerified, free.isNewUser, taken.isNewUser]).to.deep.equal([false, true, true]);
    });

  it('OID-9: an address that is only claimed here joins nobody', async () => {
    const here = await world();
    const { owner, sql } = here;
    const email = await movedTo(here, owner, 'gmail.com');
    await sql('update accounts set email_verified_at = null where id = $1', [owner.id]);

    const session = providerSessionOf(
      await signInAt(here, 'google', { subject: aSubject(), ...verified(email) }),
    );

    expect(session.user.id).to.not.equal(owner.id);
    expect(session.user.emailVerified).to.equal(true);
  });

  it('mails the link that verifies an address which the provider names but does not vouch for', async () => {
    const here = await world();
    const email = anAddress('example.net');

    await signInAt(here, 'google', { subject: aSubject(), ...verified(email) });
    await here.worker.drain();

    expect(mailsTo(here, email)).to.include('Confirm your email address');
  });

  it('OID-12: the name that Apple shares once is used for a new account only, as one bounded line', async () => {
    const here = await world();
    const subject = aSubject();
    const displayName = `Ada\n\u0000<b>${'x'.repeat(200)}`;

    const first = providerSessionOf(await signInAt(here, 'apple', { subject }, { displayName }));
    const again = providerSessionOf(await signInAt(here, 'apple', { subject }, { displayName: 'Mallory' }));

    expect(first.user.displayName).to.equal(`Ada <b>${'x'.repeat(113)}`);
    expect([...first.user.displayName]).to.have.lengthOf(120);
    expect(again.user.displayName).to.equal(first.user.displayName);
  });

  it('OID-6: an ID token is accepted once, from whichever of two requests comes first', async () => {
    const here = await world();
    const { chancery, ports } = here;
    const nonce = 'a nonce of the application';
    const idToken = ports.oidc.idToken('google', { subject: aSubject() }, nonce);
    const post = () => failureOf(chancery.identity.signInWithGoogle({ idToken, nonce }, aStranger()));

    expect(await Promise.all([post(), post()])).to.have.members(['none', 'auth.id_token_replayed']);
    expect(await post()).to.equal('auth.id_token_replayed');
  });

  it('OID-5: a nonce that is not of the token proves nothing', async () => {
    const { chancery, ports } = await world();
    const idToken = ports.oidc.idToken('google', { subject: aSubject() }, 'a nonce of the application');

    const post = chancery.identity.signInWithGoogle({ idToken, nonce: 'a nonce of another' }, aStranger());
    expect(await failureOf(post)).to.equal('auth.id_token_invalid');
  });

  it('MFA-5: whoever has a second factor is asked for it after the provider too', async () => {
    const here = await world();
    const { owner } = here;
    const person = { subject: aSubject() };
    await signInAt(here, 'google', person, { intent: 'link' }, owner.session);
    await enrolTotp(here, owner);

    const answer = await signInAt(here, 'google', person);

    expect(answer).to.deep.include({ tokenType: 'Challenge', methods: ['totp', 'recovery_code'] });
  });

  it('THR-4: the provider proves the person, so a block of the password ends', async () => {
    const here = await world();
    const { owner, sql } = here;
    const person = { subject: aSubject() };
    await signInAt(here, 'google', person, { intent: 'link' }, owner.session);
    const attempt = (given: string) =>
      failureOf(here.chancery.identity.login({ email: owner.email, password: given }, somewhere()));
    // Fresh from a hundred wrong tries, with the last wait over.
    const blocked = async () => {
      await attempt('wrong horse battery staple');
      await sql(
        "update password_attempts set failures = 100 where bucket = 'account' and failures between 1 and 99",
      );
      here.clock.advance({ minutes: 1 });
    };
    await blocked();
    expect(await attempt(password)).to.equal('auth.invalid_credentials');
    await blocked();

    await signInAt(here, 'google', person);

    expect(await attempt(password)).to.equal('none');
  });

  it('AUT-5: the person of a suspended account learns of the suspension, whoever proves them', async () => {
    const here = await world();
    const person = { subject: aSubject() };
    const { user } = providerSessionOf(await signInAt(here, 'google', person));
    await here.sql("update accounts set status = 'suspended' where id = $1", [user.id]);

    expect(await failureOf(signInAt(here, 'google', person))).to.equal('auth.account_suspended');
  });

  it('OID-7: while a provider is away its sign-ins are refused, and sessions go on', async () => {
    const here = await world();
    here.ports.oidc.isAway = true;

    expect(await failureOf(signInAt(here, 'google', { subject: aSubject() }))).to.equal(
      'dependency.unavailable',
    );
    expect(await failureOf(here.chancery.identity.getMe({}, here.owner.session))).to.equal('none');
  });
});

describe('linking an identity', () => {
  it('OID-10: links the identity to the signed-in person, notifies them, and signs in from then on', async () => {
    const here = await world();
    const { owner, worker } = here;
    const person = { subject: aSubject(), email: anAddress('example.net') };

    const identity = identityOf(await signInAt(here, 'apple', person, { intent: 'link' }, owner.session));
    await worker.drain();

    expect(identity).to.deep.include({ provider: 'apple', providerEmail: person.email, lastUsedAt: null });
    expect(mailsTo(here, owner.email)).to.include('Apple now signs in to your account');
    const session = providerSessionOf(await signInAt(here, 'apple', person));
    expect(session.user.id).to.equal(owner.id);
    expect((await here.happened()).map(({ type }) => type)).to.include('identity.linked');
  });

  it('OID-10: needs a session, and one in which the person proved themselves recently', async () => {
    const here = await world();
    const request = { intent: 'link' } as const;
    const link = (caller = here.owner.session) =>
      failureOf(signInAt(here, 'google', { subject: aSubject() }, request, caller));

    expect(await link(aStranger())).to.equal('auth.required');
    here.clock.advance({ minutes: 9 });
    expect(await link()).to.equal('none');
    await here.sql(
      "update sessions set authenticated_at = authenticated_at - interval '15 minutes' where user_id = $1",
      [here.owner.id],
    );
    expect(await link()).to.equal('auth.reauthentication_required');
    await here.chancery.identity.logout({}, here.owner.session);
    expect(await link()).to.equal('auth.required');
  });

  it('OID-10: an identity of another account stays theirs', async () => {
    const here = await world();
    const person = { subject: aSubject() };
    const other = providerSessionOf(await signInAt(here, 'google', person));

    const request = { intent: 'link' } as const;
    expect(await failureOf(signInAt(here, 'google', person, request, here.owner.session))).to.equal(
      'identity.linked_elsewhere',
    );
    expect(providerSessionOf(await signInAt(here, 'google', person)).user.id).to.equal(other.user.id);
  });

  it('links an identity once, and at most ten', async () => {
    const here = await world();
    const request = { intent: 'link' } as const;
    const people = Array.from({ length: 11 }, () => ({ subject: aSubject() }));
    const link = (person: { subject: string }) =>
      failureOf(signInAt(here, 'google', person, request, here.owner.session));
    const codes: string[] = [];
    for (const person of people) codes.push(await link(person));

    expect(codes).to.deep.equal([...Array(10).fill('none'), 'identity.limit']);
    expect(await link(people[0] ?? { subject: '' })).to.equal('none');
    const { user } = await here.chancery.identity.getMe({}, here.owner.session);
    expect(user.identities).to.have.lengthOf(10);
  });
});
