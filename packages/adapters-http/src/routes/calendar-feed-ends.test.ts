import { randomBytes } from 'node:crypto';
import { enrolTotp, mailedToken, type Person, password } from '@chancery/adapters-persistence/testing';
import { operate } from '@chancery/core';
import { identity } from '@chancery/core/internal';
import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';

const ownNetwork = () => ({ 'X-Forwarded-For': `2001:db8:${randomBytes(2).toString('hex')}:5::1` });

describe('what ends a calendar feed', () => {
  let http: Served;
  before(async () => {
    http = await served({ trustedProxies: 1 });
  });
  after(() => http.close());

  const post = async (path: string, body: object, token: string | null = null) => {
    const answer = await http.call(`POST /api/v1/${path}`, { body, token, headers: ownNetwork() });
    expect([path, answer.status]).to.deep.equal([path, 201]);
    return answer.body.data;
  };
  const feedOf = async ({ session }: Person): Promise<`GET /${string}`> => {
    const { url } = await post('meetings/calendar-feeds', { name: 'Phone' }, session.credential);
    return `GET ${new URL(url).pathname}` as 'GET /';
  };
  const status = async (feed: `GET /${string}`) => (await http.call(feed)).status;
  type Step = Parameters<typeof identity.operator.endSessionsByHost>;
  const byOperator =
    (step: (account: Step[0], work: Step[1]) => Promise<unknown>) =>
    ({ id }: Person) =>
      operate(
        http.ports,
        identity.ports,
        null,
        async (work) => step(await identity.operator.accountNamed(id, work), work),
        'identity',
      );

  const ends: Readonly<Record<string, (person: Person) => Promise<unknown>>> = {
    'signing out everywhere': ({ session }) => post('auth/logout-all', {}, session.credential),
    'a reset of the password': async ({ email }) => {
      await post('auth/forgot-password', { email });
      const token = await mailedToken(http, email, 'reset-password');
      await post('auth/reset-password', { token, newPassword: 'seventeen green umbrellas' });
    },
    'taking back a change of address': async ({ email, session }) => {
      const newEmail = `thief.${randomBytes(6).toString('hex')}@example.com`;
      await post('auth/email-change/request', { newEmail, password }, session.credential);
      await post('auth/email-change/confirm', { token: await mailedToken(http, newEmail, 'confirm-email') });
      await post('auth/email-change/revert', { token: await mailedToken(http, email, 'revert-email') });
    },
    'removing what somebody else added': async (person) => {
      await enrolTotp(http, person);
      const token = await mailedToken(http, person.email, 'undo-addition');
      await post('auth/additions/undo', { token });
    },
    'the suspension of the account': byOperator(async (account, work) => {
      const workspaces = await work.workspaceAccess.ofPerson(account.id);
      const suspendWorkspaceIds = workspaces.filter(({ role }) => role === 'owner').map(({ id }) => id);
      return identity.operator.suspendAccount(account, { reason: '', suspendWorkspaceIds }, work);
    }),
    'the end of all sessions by the operator': byOperator((account, work) =>
      identity.operator.endSessionsByHost(account, work),
    ),
  };
  for (const [what, end] of Object.entries(ends))
    it(`AUT-11: ${what} ends every feed of the person, in each workspace, and nobody else's`, async () => {
      const person = await http.person('member');
      const other = await http.person('member');
      const elsewhere = {
        ...person,
        session: { ...person.session, credential: (await signedIn(person)).accessToken },
      };
      const feeds = [await feedOf(person), await feedOf(elsewhere)];
      const ofOther = await feedOf(other);
      expect(await Promise.all([...feeds, ofOther].map(status))).to.deep.equal([200, 200, 200]);

      await end(person);

      expect(await Promise.all(feeds.map(status))).to.deep.equal([410, 410]);
      expect(await status(ofOther)).to.equal(200);
    });

  it('AUT-11: signing out of one session, and a change of the password, leave the feeds', async () => {
    const person = await http.person('member');
    const feed = await feedOf(person);
    const { accessToken } = await signedIn(person);

    await post('auth/logout', {}, accessToken);
    await post(
      'auth/change-password',
      { currentPassword: password, newPassword: 'seventeen green umbrellas' },
      person.session.credential,
    );

    expect(await status(feed)).to.equal(200);
  });

  it('AUT-11: a feed that ended does not come back when the account is reinstated, and makes room for another', async () => {
    const person = await http.person('member');
    const feed = await feedOf(person);
    await ends['the suspension of the account']?.(person);
    await byOperator((account, work) => identity.operator.reinstateAccount(account, '', work))(person);

    expect(await status(feed)).to.equal(410);
    const again = {
      ...person,
      session: { ...person.session, credential: (await signedIn(person)).accessToken },
    };
    expect(await status(await feedOf(again))).to.equal(200);
  });

  /** A session in the person's own first workspace. */
  async function signedIn({ email }: Person) {
    return post('auth/login', { email, password });
  }
});
