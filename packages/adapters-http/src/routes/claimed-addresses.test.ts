import { randomBytes } from 'node:crypto';
import { mailedToken, mailedTokens, signInAt } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';

const ownNetwork = () => ({ 'X-Forwarded-For': `2001:db8:${randomBytes(2).toString('hex')}:6::1` });
const chosen = 'seventeen green umbrellas';

describe('an address that several people have registered', () => {
  let http: Served;
  let email: string;
  beforeEach(async () => {
    http = await served({ trustedProxies: 1 });
    email = `claimed.${randomBytes(6).toString('hex')}@example.com`;
  });
  afterEach(() => http.close());

  const post = (path: string, body: object, token: string | null = null) =>
    http.call(`POST /api/v1/auth/${path}`, { body, token, headers: ownNetwork() });
  const outcome = async (answer: ReturnType<typeof post>) => {
    const { status, body } = await answer;
    return body.success ? status : body.error.code;
  };
  async function registered(name: string) {
    const given = `the long password of ${name}`;
    const { body } = await post('register', { email, password: given, displayName: name });
    // The next one comes later, and the mail to the address may go out again (THR-6).
    http.clock.advance({ minutes: 2 });
    const link = await mailedToken(http, email, 'verify-email');
    return { id: body.data.user.id as string, token: body.data.accessToken as string, password: given, link };
  }
  const signIn = (given: string) => post('login', { email, password: given });
  const me = async (token: string) =>
    (await http.call('GET /api/v1/auth/me', { token, headers: ownNetwork() })).body;
  async function reset(newPassword = chosen) {
    await post('forgot-password', { email });
    const token = await mailedToken(http, email, 'reset-password');
    return outcome(post('reset-password', { token, newPassword }));
  }

  it('AUT-4: a stranger who registers it later locks its first registrant out of nothing', async () => {
    const person = await registered('Vic');
    await registered('Mallory');
    await registered('Mallory again');

    const { body } = await signIn(person.password);

    expect(body.data.user).to.include({ id: person.id, emailVerified: false });
    expect(await outcome(signIn('the long password of Mallory'))).to.equal('auth.invalid_credentials');
  });

  it('AUT-10: a stranger who registers it later gets nothing of a reset: it opens the account of the first', async () => {
    const person = await registered('Vic');
    const stranger = await registered('Mallory');

    expect(await reset()).to.equal(201);

    expect((await signIn(chosen)).body.data.user).to.include({ id: person.id, emailVerified: true });
    expect(await outcome(signIn(person.password))).to.equal('auth.invalid_credentials');
    expect((await me(stranger.token)).data.user).to.include({ id: stranger.id, emailVerified: false });
  });

  it('AUT-10: a stranger who registered it first has no way left into the account that a reset gives to the mailbox', async () => {
    const stranger = await registered('Mallory');
    const feed = await http.chancery.meetings.createCalendarFeed(
      { name: 'Left behind' },
      { ...http.owner.session, credential: stranger.token },
    );
    const path = new URL(feed.url).pathname;
    const subject = randomBytes(8).toString('hex');
    await signInAt(
      http,
      'google',
      { subject },
      { intent: 'link' },
      { ...http.owner.session, credential: stranger.token },
    );
    const device = (await signIn(stranger.password)).body.data;
    await registered('Vic');

    expect(await reset()).to.equal(201);

    for (const token of [stranger.token, device.accessToken])
      expect((await me(token)).error.code).to.equal('auth.session_revoked');
    expect(await outcome(post('refresh', { refreshToken: device.refreshToken }))).to.equal(
      'auth.refresh_invalid',
    );
    expect((await http.call(`GET ${path}` as 'GET /')).status).to.equal(410);
    const atGoogle = await signInAt(http, 'google', { subject });
    expect('user' in atGoogle && atGoogle.user.id).to.not.equal(stranger.id);
    expect(await outcome(signIn(stranger.password))).to.equal('auth.invalid_credentials');
    const { data } = (await signIn(chosen)).body;
    expect(data.user).to.deep.include({ emailVerified: true, identities: [] });
    const before = http.ports.mail.sent.length;
    await post('login', { email, password: chosen, deviceToken: device.deviceToken });
    await http.worker.drain();
    expect(http.ports.mail.sent.slice(before).map(({ subject: of }) => of)).to.include(
      'New sign-in to your account',
    );
  });

  it('AUT-6: the later registrant verifies with the own link and signs in by password from then on', async () => {
    const stranger = await registered('Mallory');
    const person = await registered('Vic');
    expect(await outcome(signIn(person.password))).to.equal('auth.invalid_credentials');

    expect(await outcome(post('verify-email', { token: person.link, password: person.password }))).to.equal(
      201,
    );

    expect((await signIn(person.password)).body.data.user.id).to.equal(person.id);
    expect(await outcome(post('verify-email', { token: stranger.link }, stranger.token))).to.equal(
      'auth.email_taken',
    );
  });

  it('AUT-6: whoever is signed in with a later claim gets a new link for it, and is not locked out by the first one', async () => {
    await registered('Mallory');
    const person = await registered('Vic');
    http.clock.advance({ days: 1 });
    const again = (await post('resend-email-verification', { email }, person.token)).status;
    expect(again).to.equal(201);
    // The access token has ended meanwhile, so the password proves who it is.
    const token = await mailedToken(http, email, 'verify-email');
    expect(await outcome(post('verify-email', { token, password: person.password }))).to.equal(
      'auth.proof_required',
    );

    const fresh = await registered('Vic again');
    await post('resend-email-verification', { email }, fresh.token);
    const ofFresh = await mailedToken(http, email, 'verify-email');

    expect(await outcome(post('verify-email', { token: ofFresh }, fresh.token))).to.equal(201);
  });

  it('AUT-10: whoever is signed in with another claim is told that it has ended, and one who registers later is told nothing', async () => {
    const stranger = await registered('Mallory');
    const person = await registered('Vic');
    expect((await me(stranger.token)).data.user.emailSupersededAt).to.equal(null);
    const at = http.clock.now();

    await post('verify-email', { token: person.link }, person.token);

    expect((await me(stranger.token)).data.user).to.include({ email, emailSupersededAt: at });
    expect((await me(person.token)).data.user).to.include({ emailVerified: true, emailSupersededAt: null });
    const late = await registered('Late');
    expect((await me(late.token)).data.user).to.include({ emailVerified: false, emailSupersededAt: null });
  });

  it('AUT-10: somebody whose claim has ended gives the account another address, and is told no more', async () => {
    const stranger = await registered('Mallory');
    const person = await registered('Vic');
    await post('verify-email', { token: person.link }, person.token);
    const newEmail = `own.${randomBytes(6).toString('hex')}@example.com`;

    await post('email-change/request', { newEmail, password: stranger.password }, stranger.token);
    const confirm = await mailedToken(http, newEmail, 'confirm-email');
    expect(await outcome(post('email-change/confirm', { token: confirm }))).to.equal(201);

    expect((await me(stranger.token)).data.user).to.include({
      email: newEmail,
      emailVerified: true,
      emailSupersededAt: null,
    });
  });

  it('AUT-10: a claim that has ended is not revived when its address is free again', async () => {
    const stranger = await registered('Mallory');
    const person = await registered('Vic');
    await post('verify-email', { token: person.link }, person.token);
    await http.sql("update accounts set status = 'deactivated', email_verified_at = null where id = $1", [
      person.id,
    ]);
    const before = (await mailedTokens(http, email, 'reset-password')).length;

    await post('forgot-password', { email });

    expect(await mailedTokens(http, email, 'reset-password')).to.have.lengthOf(before);
    expect((await me(stranger.token)).data.user.emailVerified).to.equal(false);
  });

  it('AUT-4: a suspended account that claimed it first keeps nobody else out', async () => {
    const stranger = await registered('Mallory');
    const person = await registered('Vic');
    await http.sql("update accounts set status = 'suspended' where id = $1", [stranger.id]);

    expect((await signIn(person.password)).body.data.user.id).to.equal(person.id);
    expect(await reset()).to.equal(201);
    expect((await signIn(chosen)).body.data.user).to.include({ id: person.id, emailVerified: true });
  });

  it('AUT-11: verifying a claim ends its calendar feeds and its other sessions, and not the one that brought the proof', async () => {
    const person = await registered('Vic');
    const other = (await signIn(person.password)).body.data;
    const { url } = await http.chancery.meetings.createCalendarFeed(
      { name: 'Phone' },
      { ...http.owner.session, credential: person.token },
    );
    const token = await mailedToken(http, email, 'verify-email');
    expect((await http.call(`GET ${new URL(url).pathname}` as 'GET /')).status).to.equal(200);

    expect(await outcome(post('verify-email', { token }, person.token))).to.equal(201);

    expect((await me(other.accessToken)).error.code).to.equal('auth.session_revoked');
    expect((await me(person.token)).data.user.emailVerified).to.equal(true);
    expect((await http.call(`GET ${new URL(url).pathname}` as 'GET /')).status).to.equal(410);
  });
});
