import { randomBytes } from 'node:crypto';
import {
  enrolPasskey,
  enrolTotp,
  mailedToken,
  type Person,
  password,
  signInAt,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';

const another = 'seventeen green umbrellas';
const ownNetwork = () => ({ 'X-Forwarded-For': `2001:db8:${randomBytes(2).toString('hex')}:7::1` });
const address = (name: string) => `${name}.${randomBytes(6).toString('hex')}@example.com`;

describe('taking back a change of address', () => {
  let http: Served;
  beforeEach(async () => {
    http = await served({ trustedProxies: 1 });
  });
  afterEach(() => http.close());

  const post = (path: string, body: object, token: string | null = null) =>
    http.call(`POST /api/v1/auth/${path}`, { body, token, headers: ownNetwork() });
  const outcome = async (answer: ReturnType<typeof post>) => {
    const { status, body } = await answer;
    return body.success ? status : body.error.code;
  };
  const me = async (token: string) =>
    (await http.call('GET /api/v1/auth/me', { token, headers: ownNetwork() })).body.data;

  /** Changes the address of a person, and returns the token with which the one before takes that back. */
  async function changed(person: Person, from: string, to: string): Promise<string> {
    const { credential } = person.session;
    expect(await outcome(post('email-change/request', { newEmail: to, password }, credential))).to.equal(201);
    const token = await mailedToken(http, to, 'confirm-email');
    expect(await outcome(post('email-change/confirm', { token }))).to.equal(201);
    return mailedToken(http, from, 'revert-email');
  }
  /** The address of an account goes from A to B and on to C. */
  async function twiceChanged() {
    const person = await http.stranger();
    const [a, b, c] = [person.email, address('b'), address('c')];
    const ofA = await changed(person, a, b);
    const ofB = await changed(person, b, c);
    const present = async () => {
      const [row] = await http.sql<{ email: string }>('select email from accounts where id = $1', [
        person.id,
      ]);
      return row?.email;
    };
    return { person, a, b, c, ofA, ofB, present };
  }
  const revert = (token: string) => outcome(post('email-change/revert', { token }));

  it('AUT-8: after two changes the link that went to the first address restores it, and that of the second address is dead from then on', async () => {
    const { a, ofA, ofB, present } = await twiceChanged();

    expect(await revert(ofA)).to.equal(201);

    expect(await present()).to.equal(a);
    expect(await revert(ofB)).to.equal('link.gone');
    expect(await present()).to.equal(a);
  });

  it('AUT-8: after two changes the link of the second address restores that one, and leaves the first link good', async () => {
    const { a, b, ofA, ofB, present } = await twiceChanged();

    expect(await revert(ofB)).to.equal(201);
    expect(await present()).to.equal(b);

    expect(await revert(ofA)).to.equal(201);
    expect(await present()).to.equal(a);
    expect([await revert(ofA), await revert(ofB)]).to.deep.equal(['link.gone', 'link.gone']);
  });

  for (const [seconds, expected] of [
    [-1, 201],
    [0, 'link.gone'],
  ] as const)
    it(`AUT-8: a link that takes a change back ${seconds < 0 ? 'still works in the last second of its seven days' : 'is gone after seven days'}, whatever changes followed`, async () => {
      const { ofA } = await twiceChanged();

      http.clock.advance({ days: 7 });
      http.clock.advance({ seconds });

      expect(await revert(ofA)).to.equal(expected);
    });

  it('AUT-8: five links that take a change back stand at a time, and a sixth change waits for the first to end, so that no thief pushes it out', async () => {
    const person = await http.stranger();
    const { credential } = person.session;
    let present = person.email;
    const links: string[] = [];
    for (const name of ['b', 'c', 'd', 'e', 'f']) {
      const next = address(name);
      links.push(await changed(person, present, next));
      present = next;
    }

    const sixth = await post('email-change/request', { newEmail: address('g'), password }, credential);

    expect([sixth.status, sixth.body.error.code]).to.deep.equal([429, 'rate_limited']);
    expect(sixth.headers.get('retry-after')).to.equal(String(7 * 86_400));
    expect(await revert(links[0] ?? '')).to.equal(201);
    expect(await Promise.all(links.slice(1).map(revert))).to.deep.equal(Array(4).fill('link.gone'));
  });

  it('AUT-8: a change that was asked for in time is not made either while five links stand, and its own link stays good', async () => {
    const person = await http.stranger();
    const { credential } = person.session;
    let present = person.email;
    for (const name of ['b', 'c', 'd', 'e']) {
      const next = address(name);
      await changed(person, present, next);
      present = next;
    }
    const last = address('f');
    expect(await outcome(post('email-change/request', { newEmail: last, password }, credential))).to.equal(
      201,
    );
    const token = await mailedToken(http, last, 'confirm-email');
    await http.sql(
      `insert into one_time_tokens (id, purpose, user_id, email, token_hash, expires_at, created_at)
       select gen_random_uuid(), purpose, user_id, email, token_hash || '+', expires_at, created_at
       from one_time_tokens where user_id = $1 and purpose = 'email_revert' limit 1`,
      [person.id],
    );

    expect(await outcome(post('email-change/confirm', { token }))).to.equal('rate_limited');

    await http.sql("delete from one_time_tokens where user_id = $1 and token_hash like '%+'", [person.id]);
    expect(await outcome(post('email-change/confirm', { token }))).to.equal(201);
  });

  it('AUT-11: it removes each factor, passkey, recovery code and identity that was added since the change was asked for', async () => {
    const person = await http.stranger();
    const { email, session } = person;
    const to = address('thief');
    await post('email-change/request', { newEmail: to, password }, session.credential);
    const confirm = await mailedToken(http, to, 'confirm-email');
    http.clock.advance({ minutes: 1 });
    await enrolTotp(http, person);
    await enrolPasskey(http, person);
    await signInAt(http, 'google', { subject: randomBytes(8).toString('hex') }, { intent: 'link' }, session);
    await post('email-change/confirm', { token: confirm });
    const token = await mailedToken(http, email, 'revert-email');

    expect(await revert(token)).to.equal(201);

    for (const table of ['factors', 'recovery_codes', 'external_identities'])
      expect([table, await http.sql(`select 1 from ${table} where user_id = $1`, [person.id])]).to.deep.equal(
        [table, []],
      );
    const reset = await mailedToken(http, email, 'reset-password');
    expect(await outcome(post('reset-password', { token: reset, newPassword: another }))).to.equal(201);
    const { body } = await post('login', { email, password: another });
    expect(body.data.tokenType).to.equal('Bearer');
    expect((await me(body.data.accessToken)).user).to.include({ id: person.id, hasSecondFactor: false });
  });

  it('AUT-11: it leaves the factors, recovery codes and identities that were there before the change was asked for', async () => {
    const person = await http.stranger();
    const { email, session } = person;
    const own = await enrolTotp(http, person);
    await signInAt(http, 'google', { subject: randomBytes(8).toString('hex') }, { intent: 'link' }, session);
    http.clock.advance({ seconds: 1 });
    const token = await changed(person, email, address('thief'));
    const added = await enrolPasskey(http, person);

    expect(await revert(token)).to.equal(201);

    const left = await http.sql<{ id: string }>('select id from factors where user_id = $1', [person.id]);
    expect(left).to.deep.equal([{ id: own.factorId }]);
    expect(added.factorId).to.not.equal(own.factorId);
    const counts = await http.sql(
      `select (select count(*)::int from recovery_codes where user_id = $1) codes,
              (select count(*)::int from external_identities where user_id = $1) identities`,
      [person.id],
    );
    expect(counts).to.deep.equal([{ codes: 10, identities: 1 }]);
  });

  it('AUT-11: recovery codes that were made anew since the change was asked for go too, for the thief may have read them', async () => {
    const person = await http.stranger();
    await enrolTotp(http, person);
    const token = await changed(person, person.email, address('thief'));
    await http.chancery.identity.renewRecoveryCodes({}, person.session);

    expect(await revert(token)).to.equal(201);

    expect(await http.sql('select 1 from recovery_codes where user_id = $1', [person.id])).to.deep.equal([]);
    expect(await http.sql('select kind from factors where user_id = $1', [person.id])).to.deep.equal([
      { kind: 'totp' },
    ]);
  });

  it('AUT-12: what it removes is mailed to the restored address', async () => {
    const person = await http.stranger();
    const token = await changed(person, person.email, address('thief'));
    await enrolTotp(http, person);
    await signInAt(
      http,
      'google',
      { subject: randomBytes(8).toString('hex') },
      { intent: 'link' },
      person.session,
    );

    await revert(token);
    await http.worker.drain();

    const subjects = http.ports.mail.sent
      .filter(({ to }) => to.address === person.email)
      .map(({ subject }) => subject);
    expect(subjects).to.include.members([
      'A second factor was removed from your account',
      'Google was unlinked from your account',
    ]);
  });

  it('AUT-9: of two uses of one link at once, and of two links at once, the address ends as one of them says', async () => {
    const { a, ofA, ofB, present } = await twiceChanged();

    const answers = await Promise.all([revert(ofA), revert(ofA), revert(ofB)]);

    expect(answers.slice(0, 2)).to.have.members([201, 'link.gone']);
    expect(await present()).to.equal(a);
  });
});
