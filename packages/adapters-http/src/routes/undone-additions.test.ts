import { randomBytes } from 'node:crypto';
import {
  enrolPasskey,
  enrolTotp,
  mailedToken,
  mailedTokens,
  mailTo,
  type Person,
  password,
  signInAt,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';

const ownNetwork = () => ({ 'X-Forwarded-For': `2001:db8:${randomBytes(2).toString('hex')}:8::1` });
const aSubject = () => randomBytes(8).toString('hex');

describe('the link in the mail about an added factor or identity', () => {
  let http: Served;
  beforeEach(async () => {
    http = await served({ trustedProxies: 1 });
  });
  afterEach(() => http.close());

  const post = (path: string, body: object, token: string | null = null) =>
    http.call(`POST /api/v1/auth/${path}`, { body, token, headers: ownNetwork() });
  const undo = (token: string) => post('additions/undo', { token });
  const outcome = async (answer: ReturnType<typeof post>) => {
    const { status, body } = await answer;
    return body.success ? status : body.error.code;
  };
  const linkOf = ({ email }: Person) => mailedToken(http, email, 'undo-addition');
  const additionsOf = async ({ id }: Person) => {
    const [row] = await http.sql(
      `select (select count(*)::int from factors where user_id = $1) factors, (select count(*)::int from recovery_codes where user_id = $1) codes,
              (select count(*)::int from external_identities where user_id = $1) identities`,
      [id],
    );
    return row;
  };

  for (const [what, add] of [
    ['an authenticator', (person: Person) => enrolTotp(http, person)],
    ['a passkey', (person: Person) => enrolPasskey(http, person)],
    [
      'an identity at Google',
      ({ session }: Person) => signInAt(http, 'google', { subject: aSubject() }, { intent: 'link' }, session),
    ],
    [
      'an identity at Apple',
      ({ session }: Person) => signInAt(http, 'apple', { subject: aSubject() }, { intent: 'link' }, session),
    ],
  ] as const)
    it(`AUT-11: removes ${what}, with the recovery codes that came with it, and ends every session`, async () => {
      const person = await http.stranger();
      const other = await http.stranger();
      await enrolTotp(http, other);
      await post('login', { email: person.email, password });
      await add(person);

      const { status, body } = await undo(await linkOf(person));

      expect([status, body.data]).to.deep.equal([
        201,
        { additionUndone: true, removed: true, revokedSessionCount: 2 },
      ]);
      expect(await additionsOf(person)).to.deep.equal({ factors: 0, codes: 0, identities: 0 });
      const own = { token: person.session.credential, headers: ownNetwork() };
      expect((await http.call('GET /api/v1/auth/me', own)).body.error.code).to.equal('auth.session_revoked');
      expect(await additionsOf(other)).to.deep.equal({ factors: 1, codes: 10, identities: 0 });
      expect((await post('login', { email: person.email, password })).body.data.tokenType).to.equal('Bearer');
    });

  it('AUT-11: comes with each added factor and identity, and each link removes its own and leaves the others', async () => {
    const person = await http.stranger();
    const first = await enrolTotp(http, person);
    const ofTotp = await linkOf(person);
    http.clock.advance({ seconds: 1 });
    await enrolPasskey(http, person);

    expect(await mailedTokens(http, person.email, 'undo-addition')).to.have.lengthOf(2);
    expect(await outcome(undo(await linkOf(person)))).to.equal(201);

    const left = await http.sql<{ id: string }>('select id from factors where user_id = $1', [person.id]);
    expect(left).to.deep.equal([{ id: first.factorId }]);
    expect(await additionsOf(person)).to.include({ codes: 10 });
    expect(await outcome(undo(ofTotp))).to.equal(201);
    expect(await additionsOf(person)).to.deep.equal({ factors: 0, codes: 0, identities: 0 });
  });

  it('AUT-11: takes recovery codes that were made since with it, for whoever added the factor may have read them', async () => {
    const person = await http.stranger();
    await enrolTotp(http, person);
    http.clock.advance({ seconds: 1 });
    await enrolPasskey(http, person);
    const ofPasskey = await linkOf(person);
    await http.chancery.identity.renewRecoveryCodes({}, person.session);

    await undo(ofPasskey);

    expect(await additionsOf(person)).to.deep.equal({ factors: 1, codes: 0, identities: 0 });
  });

  it('AUT-11: ends sessions, known devices, challenges and a pending change of address even if what was added is gone again', async () => {
    const person = await http.stranger();
    const device = (await post('login', { email: person.email, password })).body.data.deviceToken;
    const { factorId } = await enrolPasskey(http, person);
    const challenge = (await post('login', { email: person.email, password })).body.data.challengeToken;
    await http.chancery.identity.removeFactor({ factorId }, person.session);
    const newEmail = `thief.${aSubject()}@example.com`;
    await http.chancery.identity.requestEmailChange({ newEmail, password }, person.session);
    const confirm = await mailedToken(http, newEmail, 'confirm-email');

    const { body } = await undo(await linkOf(person));

    expect(body.data).to.deep.equal({ additionUndone: true, removed: false, revokedSessionCount: 2 });
    expect(await outcome(post('email-change/confirm', { token: confirm }))).to.equal('link.gone');
    expect(
      await outcome(post('factors/challenge', { challengeToken: challenge, totpCode: '000000' })),
    ).to.equal('auth.challenge_invalid');
    const before = http.ports.mail.sent.length;
    await post('login', { email: person.email, password, deviceToken: device });
    await http.worker.drain();
    expect(http.ports.mail.sent.slice(before).map(({ subject }) => subject)).to.include(
      'New sign-in to your account',
    );
  });

  for (const [seconds, expected] of [
    [-1, 201],
    [0, 'link.gone'],
  ] as const)
    it(`AUT-11: ${seconds < 0 ? 'is good until the last second of' : 'is gone after'} seven days`, async () => {
      const person = await http.stranger();
      await enrolTotp(http, person);
      const token = await linkOf(person);
      // The authenticator let half a minute pass before the mail was sent.
      http.clock.advance({ days: 7 });
      http.clock.advance({ seconds });

      expect(await outcome(undo(token))).to.equal(expected);
    });

  it('AUT-8: works once; a spent and an unknown one are refused alike', async () => {
    const person = await http.stranger();
    await enrolTotp(http, person);
    const token = await linkOf(person);

    expect(await outcome(undo(token))).to.equal(201);

    const bare = ({ body }: Awaited<ReturnType<typeof undo>>) => body.error;
    expect(bare(await undo(token))).to.deep.equal(bare(await undo('x'.repeat(43))));
    expect(await outcome(undo(token))).to.equal('link.gone');
  });

  it('AUT-9: of two uses at once one succeeds', async () => {
    const person = await http.stranger();
    await enrolTotp(http, person);
    const token = await linkOf(person);

    expect(await Promise.all([outcome(undo(token)), outcome(undo(token))])).to.have.members([
      201,
      'link.gone',
    ]);
  });

  it('AUT-15: opening it with GET spends nothing, and neither server nor log sees its token', async () => {
    const person = await http.stranger();
    await enrolTotp(http, person);
    const mail = await mailTo(http, person.email, 'A second factor was added to your account');
    const token = await linkOf(person);
    expect(mail?.text).to.include(`/undo-addition#token=${token}`);

    await fetch(new URL(`${http.baseUrl}/undo-addition#token=${token}`));
    const scanned = await http.call(`GET /api/v1/auth/additions/undo?token=${token}`);

    expect(scanned.status).to.be.within(404, 405);
    expect(http.logLines.join('')).to.not.include(token);
    expect(await outcome(undo(token))).to.equal(201);
  });

  it('AUT-12: what it removes is mailed, and so is the end of an identity', async () => {
    const person = await http.stranger();
    await signInAt(http, 'google', { subject: aSubject() }, { intent: 'link' }, person.session);

    await undo(await linkOf(person));

    expect(await mailTo(http, person.email, 'Google was unlinked from your account')).to.not.equal(null);
  });

  it('AUT-11: is mailed in German to whoever reads German', async () => {
    const person = await http.stranger();
    await http.chancery.identity.updateMe({ locale: 'de' }, person.session);
    await enrolTotp(http, person);

    const mail = await mailTo(http, person.email, 'Ihrem Konto wurde ein zweiter Faktor hinzugefügt');

    expect(mail?.text).to.include('Entfernen und alle abmelden').and.to.include('/undo-addition#token=');
  });

  it('AUT-11: the first factor may be removed by it though a workspace demands one', async () => {
    const person = await http.stranger();
    await enrolTotp(http, person);
    await http.sql(
      `update workspaces set settings = settings || '{"secondFactorRoles": ["owner"]}' where id = $1`,
      [person.workspaceId],
    );

    expect(await outcome(undo(await linkOf(person)))).to.equal(201);

    expect(await additionsOf(person)).to.include({ factors: 0 });
  });
});
