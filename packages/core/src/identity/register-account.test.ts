import { randomBytes } from 'node:crypto';
import { aStranger, failureOf, faultsOf, invited, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { createChancery } from '../pipeline/facade.ts';

const password = 'correct horse battery staple';
const anybody = () => `somebody.${randomBytes(6).toString('hex')}@example.com`;
const registration = (email: string, over: object = {}) => ({
  email,
  password,
  displayName: 'Grace',
  ...over,
});

describe('registerAccount', () => {
  it('signs in to a workspace of its own, and mails the link', async () => {
    const { chancery, worker, ports, sql } = await world();
    const email = anybody();

    const session = await chancery.identity.registerAccount(
      registration(email, { workspaceName: 'Hopper & Co' }),
      aStranger(),
    );
    await worker.drain();

    expect(session).to.deep.include({
      tokenType: 'Bearer',
      isNewUser: true,
      membership: { role: 'owner', status: 'active' },
    });
    expect(session.workspace).to.include({ name: 'Hopper & Co', status: 'active' });
    expect(session.user).to.deep.include({ email, emailVerified: false, hasPassword: true, identities: [] });
    const mails = ports.mail.sent.filter(({ to }) => to.address === email);
    expect(mails.length).to.equal(1);
    const [row] = await sql<{ sealed: boolean }>(
      'select sealed_token is not null sealed from one_time_tokens where user_id = $1',
      [session.user.id],
    );
    expect(row?.sealed).to.equal(false);
  });

  it('AUT-15: the token of the mailed link is the part after the #', async () => {
    const { chancery, worker, ports } = await world();
    const email = anybody();

    await chancery.identity.registerAccount(registration(email), aStranger());
    await worker.drain();

    const text = ports.mail.sent.find(({ to }) => to.address === email)?.text ?? '';
    expect(text).to.match(/http:\/\/127\.0\.0\.1:8080\/verify-email#token=[A-Za-z0-9_-]{43}\s/);
  });

  it('a mail that fails is tried again with the same link', async () => {
    const { chancery, worker, ports, clock } = await world();
    const email = anybody();
    await chancery.identity.registerAccount(registration(email), aStranger());

    ports.mail.failure = new Error('the mailer is away');
    await worker.drain();
    ports.mail.failure = null;
    clock.advance({ minutes: 1 });
    await worker.drain();

    expect(ports.mail.sent.filter(({ to }) => to.address === email).length).to.equal(1);
  });

  it('AUT-2: answers alike for a taken address, with as many hashings; only its owner is notified, at most once an hour', async () => {
    const { chancery, owner, worker, ports, clock } = await world();
    const register = async (email: string) => {
      const before = ports.passwords.hashings;
      const session = await chancery.identity.registerAccount(registration(email), aStranger());
      await worker.drain();
      return { session, hashings: ports.passwords.hashings - before };
    };
    const mails = () => ports.mail.sent.filter(({ to }) => to.address === owner.email);

    const free = await register(anybody());
    const taken = await register(owner.email);
    expect(taken.hashings).to.equal(free.hashings);
    const form = (value: unknown): unknown =>
      value !== null && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key, form(member)]))
        : value === null
          ? null
          : typeof value;
    expect(form(taken.session)).to.deep.equal(form(free.session));
    expect(mails().map(({ subject }) => subject)).to.deep.equal(['You already have an account']);
    expect(mails()[0]?.text).to.not.include('#token=');

    await register(owner.email);
    expect(mails().length).to.equal(1);
    clock.advance({ hours: 1 });
    await register(owner.email);
    expect(mails().length).to.equal(2);
  });

  it('AUT-6: two registrations of one free address both succeed', async () => {
    const { chancery } = await world();
    const email = anybody();

    const first = await chancery.identity.registerAccount(registration(email), aStranger());
    const second = await chancery.identity.registerAccount(registration(email), aStranger());

    expect(first.user.id).to.not.equal(second.user.id);
    expect([first.user.emailVerified, second.user.emailVerified]).to.deep.equal([false, false]);
  });

  it('AUT-14: registers nobody if registration is not open', async () => {
    const { ports } = await world();
    for (const setting of ['invite_only', 'closed'] as const) {
      const chancery = createChancery({ ...ports, settings: { ...ports.settings, registration: setting } });

      expect(
        await failureOf(chancery.identity.registerAccount(registration(anybody()), aStranger())),
      ).to.equal('auth.registration_closed');
    }
  });

  it('PWD-1: takes 15 to 128 code points of any script, counted after NFC and never trimmed', async () => {
    const { chancery } = await world();
    const faults = (candidate: string) =>
      faultsOf(
        chancery.identity.registerAccount(registration(anybody(), { password: candidate }), aStranger()),
      );

    expect(await faults('x'.repeat(14))).to.deep.equal(['/password password.too_short']);
    expect(await faults('x'.repeat(129))).to.deep.equal(['/password password.too_long']);
    expect(await faults('é'.normalize('NFD').repeat(14))).to.deep.equal(['/password password.too_short']);
    for (const good of [
      'x'.repeat(15),
      'x'.repeat(128),
      `  ${'x'.repeat(11)}  `,
      '🦜'.repeat(15),
      '🦜'.repeat(128),
      'é'.normalize('NFD').repeat(128),
    ])
      expect(await faults(good)).to.deep.equal([]);
  });

  it('PWD-1: keeps the spaces at the ends', async () => {
    const { chancery } = await world();
    const email = anybody();
    const caller = aStranger({ address: '192.0.2.81' });
    await chancery.identity.registerAccount(registration(email, { password: `  ${password} ` }), caller);

    expect(await failureOf(chancery.identity.login({ email, password }, caller))).to.equal(
      'auth.invalid_credentials',
    );
    expect(await failureOf(chancery.identity.login({ email, password: `  ${password} ` }, caller))).to.equal(
      'none',
    );
  });

  it('THR-5: refuses a network that registers too often', async () => {
    const { chancery, ports } = await world();
    ports.throttle.closed.add('registration');

    expect(await failureOf(chancery.identity.registerAccount(registration(anybody()), aStranger()))).to.equal(
      'rate_limited',
    );
  });
});

describe('registerAccount with an invitation', () => {
  const invitation = async (over: object = {}, settings: object = {}) => {
    const made = await world({ settings });
    return { made, ...(await invited(made, over)) };
  };

  it('AUT-13: verifies the invited address at once, joins that workspace and founds no other', async () => {
    const { made, email, token } = await invitation({ role: 'admin' }, { emailVerification: 'required' });
    const { chancery, worker, ports, sql, workspaceId, happened } = made;

    const session = await chancery.identity.registerAccount(
      registration(email.replace('invited', 'Invited'), { invitationToken: token, workspaceName: 'Unused' }),
      aStranger(),
    );
    await worker.drain();

    expect(session.user).to.include({ emailVerified: true, unverifiedPurgeAt: null });
    expect(session.workspace?.id).to.equal(workspaceId);
    expect(session.membership).to.deep.equal({ role: 'admin', status: 'active' });
    expect(
      await sql('select workspace_id from memberships where user_id = $1', [session.user.id]),
    ).to.deep.equal([{ workspace_id: workspaceId }]);
    expect((await happened()).map(({ type }) => type)).to.include.members([
      'member.joined',
      'user.registered',
      'user.email_verified',
    ]);
    expect(ports.mail.sent.filter(({ text }) => text.includes('/verify-email#'))).to.deep.equal([]);
    const { members } = await chancery.workspace.listMembers(
      {},
      aStranger({ credential: session.accessToken }),
    );
    expect(members.find(({ id }) => id === session.user.id)).to.include({ email: session.user.email });
  });

  it('AUT-13: refuses another address and a link that is spent or never was; a refusal does not spend the link', async () => {
    const { made, email, token } = await invitation();
    const register = (address: string, invitationToken: string) =>
      failureOf(
        made.chancery.identity.registerAccount(registration(address, { invitationToken }), aStranger()),
      );

    expect([
      await register(anybody(), token),
      await register(email, 'A'.repeat(43)),
      await register(email, token),
      await register(email, token),
    ]).to.deep.equal(['workspace_invitation.email_mismatch', 'link.gone', 'none', 'link.gone']);
  });

  it('AUT-13: says to the holder of the link that the address has an account, and makes nothing', async () => {
    const { made, token } = await invitation({});
    const { chancery, sql, stranger } = made;
    const grace = await stranger();
    const theirs = await invited(made, { email: grace.email });
    const count = async () => (await sql<{ n: string }>('select count(*) n from accounts'))[0]?.n;
    const before = await count();

    expect(
      await failureOf(
        chancery.identity.registerAccount(
          registration(grace.email, { invitationToken: theirs.token }),
          aStranger(),
        ),
      ),
    ).to.equal('auth.email_taken');
    expect(await count()).to.equal(before);
    expect(
      await failureOf(chancery.workspace.acceptInvitation({ token: theirs.token }, grace.session)),
    ).to.equal('none');
    expect(token.length).to.equal(43);
  });

  it('AUT-14: if registration is by invitation, only a live link allows it; if it is closed, no link does', async () => {
    const register = async (mode: 'invite_only' | 'closed', link: 'none' | 'dead' | 'live') => {
      const { made, email, token, invitation: sent } = await invitation();
      const { chancery, ports, owner } = made;
      if (link === 'dead')
        await chancery.workspace.revokeInvitation({ invitationId: sent.id }, owner.session);
      const closed = createChancery({ ...ports, settings: { ...ports.settings, registration: mode } });
      return failureOf(
        closed.identity.registerAccount(
          registration(email, link === 'none' ? {} : { invitationToken: token }),
          aStranger(),
        ),
      );
    };

    expect([
      await register('invite_only', 'none'),
      await register('invite_only', 'dead'),
      await register('invite_only', 'live'),
      await register('closed', 'none'),
      await register('closed', 'live'),
    ]).to.deep.equal([
      'auth.registration_closed',
      'auth.registration_closed',
      'none',
      'auth.registration_closed',
      'auth.registration_closed',
    ]);
  });
});
