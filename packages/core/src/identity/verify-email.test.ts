import { randomBytes } from 'node:crypto';
import {
  aStranger,
  failureOf,
  mailedToken,
  noon,
  postgresDatabase,
  sessionOf,
  sharedDatabase,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

const password = 'correct horse battery staple';
const somewhere = () =>
  aStranger({ address: `2001:db8:${randomBytes(2).toString('hex')}:${randomBytes(2).toString('hex')}::1` });

/** A world in which several people have registered one free address; each with the token that was mailed. */
async function claimed(count: number, over: Parameters<typeof world>[0] = {}) {
  const here = await world(over);
  const { chancery } = here;
  const email = `claimed.${randomBytes(6).toString('hex')}@example.com`;
  const claimants = [];
  for (let i = 0; i < count; i += 1) {
    const session = await chancery.identity.registerAccount(
      { email, password: `${password} ${i}`, displayName: `Claimant ${i}` },
      somewhere(),
    );
    claimants.push({
      session,
      password: `${password} ${i}`,
      token: await mailedToken(here, email, 'verify-email'),
      caller: { ...somewhere(), credential: session.accessToken },
    });
  }
  const [first, second = first] = claimants;
  if (first === undefined || second === undefined) throw new Error('Somebody must claim the address');
  return { ...here, email, first, second };
}

describe('verifyEmail', () => {
  it('AUT-7: takes the mailed link from a signed-in registrant, and records it', async () => {
    const { chancery, email, first, sql } = await claimed(1);

    expect(await chancery.identity.verifyEmail({ token: first.token }, first.caller)).to.deep.equal({
      emailVerified: true,
      email,
    });

    const { user } = await chancery.identity.getMe({}, first.caller);
    expect(user).to.include({ emailVerified: true, unverifiedPurgeAt: null });
    const ledger = await sql<{ action: string }>(
      'select action from audit_event where ledger_id = $1 order by seq desc limit 1',
      [first.session.workspace?.id],
    );
    expect(ledger).to.deep.equal([{ action: 'user.email_verified' }]);
  });

  it('AUT-7: takes the link with the password of the account', async () => {
    const { chancery, first } = await claimed(1);

    expect(
      (await chancery.identity.verifyEmail({ token: first.token, password: first.password }, somewhere()))
        .emailVerified,
    ).to.equal(true);
  });

  it('AUT-7: the link is not spent without proof, which a stranger, another account, an ended session and a revoked token do not give', async () => {
    const { chancery, first, owner, sql, ports, clock } = await claimed(1);
    const verify = (caller = somewhere(), over: object = {}) =>
      failureOf(chancery.identity.verifyEmail({ token: first.token, ...over }, caller));
    const claims = await ports.tokens.verify(first.session.accessToken, clock.now());
    if (typeof claims === 'string') throw new Error(claims);

    expect(await verify()).to.equal('auth.proof_required');
    expect(await verify(somewhere(), { password: 'somebody else knows this' })).to.equal(
      'auth.proof_required',
    );
    expect(await verify(owner.session)).to.equal('auth.proof_required');
    await sql(`insert into revoked_tokens (jti, expires_at) values ($1, timestamptz '${noon}')`, [
      claims.jti,
    ]);
    expect(await verify(first.caller)).to.equal('auth.proof_required');
    await sql('delete from revoked_tokens where jti = $1', [claims.jti]);
    await sql('update sessions set revoked_at = created_at where id = $1', [claims.sid]);
    expect(await verify(first.caller)).to.equal('auth.proof_required');
    await sql('update sessions set revoked_at = null where id = $1', [claims.sid]);
    expect(await verify(first.caller)).to.equal('none');
  });

  it('AUT-7: a wrong password counts in the throttle of the address', async () => {
    const { chancery, first, email } = await claimed(1);
    const guess = () =>
      failureOf(chancery.identity.verifyEmail({ token: first.token, password: 'wrong' }, somewhere()));
    for (let i = 0; i < 10; i += 1) expect(await guess()).to.equal('auth.proof_required');

    expect(
      await failureOf(
        chancery.identity.verifyEmail({ token: first.token, password: first.password }, somewhere()),
      ),
    ).to.equal('rate_limited');
    expect(
      await failureOf(chancery.identity.login({ email, password: first.password }, somewhere())),
    ).to.equal('rate_limited');
  });

  it('AUT-6: whoever verifies first owns the address; the other gets auth.email_taken', async () => {
    const { chancery, first, second, email } = await claimed(2);
    await chancery.identity.verifyEmail({ token: first.token }, first.caller);

    expect(await failureOf(chancery.identity.verifyEmail({ token: second.token }, second.caller))).to.equal(
      'auth.email_taken',
    );
    expect(
      sessionOf(await chancery.identity.login({ email, password: first.password }, somewhere())).user.id,
    ).to.equal(first.session.user.id);
    const { user } = await chancery.identity.getMe({}, second.caller);
    expect(user).to.include({ email, emailVerified: false, version: second.session.user.version + 1 });
  });

  it('AUT-2: an account on an address that was taken already has no link to verify it with', async () => {
    const { chancery, worker, ports, owner, sql } = await world();
    const { user } = await chancery.identity.registerAccount(
      { email: owner.email, password, displayName: 'Mallory' },
      somewhere(),
    );
    await worker.drain();

    const [row] = await sql<{ sealed: boolean }>(
      'select sealed_token is not null sealed from one_time_tokens where user_id = $1',
      [user.id],
    );
    expect(row?.sealed).to.equal(false);
    expect(
      ports.mail.sent.filter(({ to, text }) => to.address === owner.email && text.includes('#token=')).length,
    ).to.equal(0);
  });

  it('AUT-8: a spent, an old and an unknown link get the same 410', async () => {
    const { chancery, first } = await claimed(1);
    await chancery.identity.verifyEmail({ token: first.token }, first.caller);
    const late = await claimed(1);
    late.clock.advance({ hours: 24 });

    expect(await failureOf(chancery.identity.verifyEmail({ token: first.token }, first.caller))).to.equal(
      'link.gone',
    );
    expect(
      await failureOf(
        late.chancery.identity.verifyEmail(
          { token: late.first.token, password: late.first.password },
          somewhere(),
        ),
      ),
    ).to.equal('link.gone');
    expect(await failureOf(chancery.identity.verifyEmail({ token: 'x'.repeat(43) }, first.caller))).to.equal(
      'link.gone',
    );
  });

  const databases: readonly (readonly [string, typeof sharedDatabase])[] = [
    ['PGlite', sharedDatabase],
    ['PostgreSQL', () => postgresDatabase()],
  ];
  for (const [name, open] of databases) {
    it(`AUT-9: one of two uses at once succeeds, on ${name}`, async () => {
      const { chancery, first } = await claimed(1, { database: await open() });
      const use = () => failureOf(chancery.identity.verifyEmail({ token: first.token }, first.caller));

      expect(await Promise.all([use(), use()])).to.have.members(['none', 'link.gone']);
    });

    it(`AUT-6: one of two claimants at once owns the address, on ${name}`, async () => {
      const { chancery, first, second } = await claimed(2, { database: await open() });
      const use = ({ token, caller }: typeof first) =>
        failureOf(chancery.identity.verifyEmail({ token }, caller));

      expect(await Promise.all([use(first), use(second)])).to.have.members(['none', 'auth.email_taken']);
    });
  }
});
