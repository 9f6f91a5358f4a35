import {
  aStranger,
  failureOf,
  postgresDatabase,
  repeating,
  sharedDatabase,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { createChancery } from '../pipeline/facade.ts';
import { decodeRefreshToken, encodeRefreshToken } from './refresh-token.ts';
import { tagKeyOf } from './session-opening.ts';

const password = 'correct horse battery staple';

/** A world whose owner has a session of their own to renew. */
async function signedIn(over: Parameters<typeof world>[0] = {}) {
  const here = await world(over);
  const { chancery, owner, sql } = here;
  const session = await chancery.identity.registerAccount(
    { email: `renewing.${owner.email}`, password, displayName: 'Rosa' },
    aStranger(),
  );
  await sql('update accounts set email_verified_at = created_at where id = $1', [session.user.id]);
  const refresh = (refreshToken: string, workspaceId?: string) =>
    chancery.identity.refreshSession(
      { refreshToken, ...(workspaceId === undefined ? {} : { workspaceId }) },
      aStranger({ address: '198.51.100.9', userAgent: 'another' }),
    );
  const isDead = async () =>
    (await failureOf(chancery.identity.getMe({}, aStranger({ credential: session.accessToken })))) ===
    'auth.session_revoked';
  const row = async () => {
    const [found] = await sql<{
      generation: number;
      salt: Buffer | null;
      reason: string | null;
      stored: string;
    }>(
      'select generation, rotation_salt salt, revoke_reason reason, row_to_json(s)::text stored from sessions s where id = $1',
      [session.sessionId],
    );
    if (found === undefined) throw new Error('The session is not there');
    return found;
  };
  return { ...here, session, refresh, isDead, row };
}

const ledgerOf = async ({ sql }: World, workspaceId: string | undefined): Promise<string[]> =>
  (
    await sql<{ action: string }>('select action from audit_event where ledger_id = $1 order by seq', [
      workspaceId,
    ])
  ).map(({ action }) => action);

describe('refreshSession', () => {
  it('SES-1: the current token gives a new one; the previous gives the same one again within the window, with a fresh access token', async () => {
    const { session, refresh, row, clock } = await signedIn();

    const first = await refresh(session.refreshToken);
    clock.advance({ seconds: 60 });
    const again = await refresh(session.refreshToken);

    expect(first).to.deep.include({
      tokenType: 'Bearer',
      deviceToken: null,
      isNewUser: false,
      sessionId: session.sessionId,
      membership: { role: 'owner', status: 'active' },
    });
    expect(first.refreshToken).to.not.equal(session.refreshToken);
    expect(again.refreshToken).to.equal(first.refreshToken);
    expect(again.accessToken).to.not.equal(first.accessToken);
    expect((await row()).generation).to.equal(2);
  });

  it('SES-1: if the window has no seconds, the previous token is old at once', async () => {
    const { session, refresh } = await signedIn({ settings: { refreshGraceSeconds: 0 } });
    await refresh(session.refreshToken);

    expect(await failureOf(refresh(session.refreshToken))).to.equal('auth.refresh_reused');
  });

  const databases: readonly (readonly [string, typeof sharedDatabase])[] = [
    ['PGlite', sharedDatabase],
    ['PostgreSQL', () => postgresDatabase()],
  ];
  for (const [name, open] of databases) {
    it(`SES-2: ten parallel refreshes with one token give one child, on ${name}`, async () => {
      const { session, refresh, row } = await signedIn({ database: await open() });

      const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(session.refreshToken)));

      expect(new Set(answers.map(({ refreshToken }) => refreshToken)).size).to.equal(1);
      expect((await row()).generation).to.equal(2);
    });
  }

  it('SES-3: the previous token after the window ends the session and all its access tokens, and the owner is mailed', async () => {
    const here = await signedIn();
    const { session, refresh, clock, isDead, row, worker, ports } = here;
    const child = await refresh(session.refreshToken);
    clock.advance({ seconds: 61 });

    expect(await failureOf(refresh(session.refreshToken))).to.equal('auth.refresh_reused');

    expect(await isDead()).to.equal(true);
    expect(
      await failureOf(here.chancery.identity.getMe({}, aStranger({ credential: child.accessToken }))),
    ).to.equal('auth.session_revoked');
    expect(await failureOf(refresh(child.refreshToken))).to.equal('auth.refresh_invalid');
    expect((await row()).reason).to.equal('refresh_reused');
    expect((await ledgerOf(here, session.workspace?.id)).at(-1)).to.equal('session.reuse_detected');
    await worker.drain();
    expect(
      ports.mail.sent.filter(({ to }) => to.address === session.user.email).map(({ subject }) => subject),
    ).to.deep.include('We ended one of your sessions');
  });

  it('SES-3: the previous token within the window but after its child was used is reuse', async () => {
    const { session, refresh, isDead } = await signedIn();
    const child = await refresh(session.refreshToken);
    await refresh(child.refreshToken);

    expect(await failureOf(refresh(session.refreshToken))).to.equal('auth.refresh_reused');
    expect(await isDead()).to.equal(true);
  });

  it('SES-3: any older genuine token is reuse; the owner is mailed about it once', async () => {
    const here = await signedIn();
    const { session, refresh } = here;
    let token = session.refreshToken;
    for (let i = 0; i < 4; i += 1) ({ refreshToken: token } = await refresh(token));

    expect(await failureOf(refresh(session.refreshToken))).to.equal('auth.refresh_reused');
    expect(await failureOf(refresh(session.refreshToken))).to.equal('auth.refresh_invalid');
    expect(
      (await ledgerOf(here, session.workspace?.id)).filter((action) => action === 'session.reuse_detected')
        .length,
    ).to.equal(1);
  });

  it('SES-4: a token with a wrong tag, or of no session, is refused and ends no session', async () => {
    const { session, refresh, isDead, ports } = await signedIn();
    const tagKey = tagKeyOf(ports.keyRing);
    const genuine = decodeRefreshToken(session.refreshToken, tagKey);
    if (genuine === null) throw new Error('The token is not genuine');
    const forged = encodeRefreshToken({ ...genuine, generation: 0 }, new Uint8Array(32));
    const homeless = encodeRefreshToken(
      { ...genuine, sessionId: '01900000-0000-7000-8000-00000000000a' },
      tagKey,
    );

    for (const token of [forged, homeless, `${session.refreshToken.slice(0, -10)}AAAAAAAAAA`, 'chr_', 'x']) {
      expect(await failureOf(refresh(token))).to.equal('auth.refresh_invalid');
    }
    expect(await isDead()).to.equal(false);
    expect(await failureOf(refresh(session.refreshToken))).to.equal('none');
  });

  it('SES-5: the database keeps only digests, and no salt of a window that has passed', async () => {
    const { session, refresh, row, clock, ports } = await signedIn();
    const secretOf = (token: string) =>
      Buffer.from(decodeRefreshToken(token, tagKeyOf(ports.keyRing))?.secret ?? []).toString('hex');

    const child = await refresh(session.refreshToken);
    const { stored, salt } = await row();
    expect(salt?.length).to.equal(16);
    for (const token of [session.refreshToken, child.refreshToken])
      expect(stored).to.not.include(token).and.not.include(secretOf(token));

    clock.advance({ seconds: 61 });
    await refresh(child.refreshToken);
    expect((await row()).salt?.equals(salt ?? Buffer.alloc(0))).to.equal(false);
    clock.advance({ seconds: 61 });
    await failureOf(refresh(child.refreshToken));
    expect((await row()).salt).to.equal(null);
  });

  it('SES-6: a refresh in flight waits for a revocation and then fails, on PostgreSQL', async () => {
    const { session, refresh, row, database } = await signedIn({ database: await postgresDatabase() });
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query(
      "update sessions set revoked_at = created_at, revoke_reason = 'logout' where id = $1",
      [session.sessionId],
    );

    const inFlight = failureOf(refresh(session.refreshToken));
    const waiting =
      'select count(*)::int n from pg_stat_activity where datname = current_database() and wait_event_type = $1';
    while ((await database.pool.query<{ n: number }>(waiting, ['Lock'])).rows[0]?.n !== 1);
    await client.query('commit');
    client.release();

    expect(await inFlight).to.equal('auth.refresh_invalid');
    expect((await row()).generation).to.equal(1);
  });

  it('SES-6: of refreshes and sign-outs at once none succeeds after the sign-out, on PostgreSQL', async () => {
    const { session, refresh, chancery } = await signedIn({ database: await postgresDatabase() });
    const late: Promise<string>[] = [];

    await Promise.all([
      ...Array.from({ length: 8 }, () => failureOf(refresh(session.refreshToken))),
      chancery.identity
        .logout({}, aStranger({ credential: session.accessToken }))
        .then(() => late.push(failureOf(refresh(session.refreshToken)))),
    ]);

    expect(await Promise.all(late)).to.deep.equal(['auth.refresh_invalid']);
  });

  it('SES-6: a session that ends after its token has rotated gets no tokens', async () => {
    const { session, ports, sql } = await signedIn();
    const unitOfWork: typeof ports.unitOfWork = {
      async run(mode, role, work) {
        const result = await ports.unitOfWork.run(mode, role, work);
        if (mode === 'write')
          await sql('update sessions set revoked_at = created_at where id = $1', [session.sessionId]);
        return result;
      },
    };
    const { identity } = createChancery({ ...ports, unitOfWork });

    const answer = await failureOf(
      identity.refreshSession({ refreshToken: session.refreshToken }, aStranger()),
    );

    expect(answer).to.equal('auth.refresh_invalid');
  });

  it('SES-7: dies after 30 idle days', async () => {
    const { session, refresh, clock } = await signedIn();
    clock.advance({ days: 29 });
    const renewed = await refresh(session.refreshToken);
    expect(renewed.refreshTokenExpiresAt).to.equal('2027-01-21T12:00:00.000Z');

    clock.advance({ days: 30 });
    expect(await failureOf(refresh(renewed.refreshToken))).to.equal('auth.refresh_invalid');
  });

  it('SES-7: dies 90 days after the sign-in, and never promises more', async () => {
    const { session, refresh, clock } = await signedIn();
    const ends = [];
    let token = session.refreshToken;
    for (let i = 0; i < 4; i += 1) {
      clock.advance({ days: 22 });
      const renewed = await refresh(token);
      ({ refreshToken: token } = renewed);
      ends.push(renewed.refreshTokenExpiresAt.slice(0, 10));
    }

    expect(ends).to.deep.equal(['2027-01-14', '2027-02-05', '2027-02-21', '2027-02-21']);
    clock.advance({ days: 2 });
    expect(await failureOf(refresh(token))).to.equal('auth.refresh_invalid');
  });

  it('SES-12: picks the most recently used active workspace when the membership is suspended or has ended, or none', async () => {
    const { session, refresh, sql, owner, clock } = await signedIn();
    await sql(
      `insert into memberships (id, workspace_id, user_id, role, status, display_name, sort_name, joined_at, updated_at, version)
       values (gen_random_uuid(), $1, $2, 'member', 'active', 'Rosa', 'Rosa', $3, $3, 1)`,
      [owner.workspaceId, session.user.id, clock.now()],
    );
    const end = (workspaceId: string | undefined, status = 'removed') =>
      sql('update memberships set status = $3 where user_id = $1 and workspace_id = $2', [
        session.user.id,
        workspaceId,
        status,
      ]);
    const stays = await refresh(session.refreshToken);
    expect(stays.workspace?.id).to.equal(session.workspace?.id);

    await end(session.workspace?.id, 'suspended');
    const moved = await refresh(stays.refreshToken);
    expect(moved.workspace).to.include({ id: owner.workspaceId, role: 'member' });
    await end(owner.workspaceId);
    expect(await refresh(moved.refreshToken)).to.include({ workspace: null, membership: null });
  });

  it('SES-12: switches the workspace on request; if that is refused, nothing rotates', async () => {
    const { session, refresh, sql, owner, clock, row } = await signedIn();
    const joined = (status: string) =>
      sql(
        `insert into memberships (id, workspace_id, user_id, role, status, display_name, sort_name, joined_at, updated_at, version)
         values (gen_random_uuid(), $1, $2, 'member', $4, 'Rosa', 'Rosa', $3, $3, 1)`,
        [owner.workspaceId, session.user.id, clock.now(), status],
      );
    expect(await failureOf(refresh(session.refreshToken, owner.workspaceId))).to.equal('workspace.not_found');
    await joined('suspended');
    expect(await failureOf(refresh(session.refreshToken, owner.workspaceId))).to.equal('member.suspended');
    await sql("update memberships set status = 'active' where user_id = $1", [session.user.id]);
    await sql("update workspaces set status = 'suspended' where id = $1", [owner.workspaceId]);
    expect(await failureOf(refresh(session.refreshToken, owner.workspaceId))).to.equal(
      'workspace.not_active',
    );
    expect((await row()).generation).to.equal(1);

    await sql("update workspaces set status = 'active' where id = $1", [owner.workspaceId]);
    expect((await refresh(session.refreshToken, owner.workspaceId)).workspace?.id).to.equal(
      owner.workspaceId,
    );
  });

  it('refuses an account that is suspended', async () => {
    const { session, refresh, sql } = await signedIn();
    await sql("update accounts set status = 'suspended' where id = $1", [session.user.id]);

    expect(await failureOf(refresh(session.refreshToken))).to.equal('auth.refresh_invalid');
  });

  it('THR-8: at most thirty refreshes a minute for one session', async () => {
    const taken: unknown[] = [];
    const throttle = {
      consume: async (bucket: string, key: string, limit: number, windowSeconds: number) => {
        if (bucket !== 'refresh') return { allowed: true, remaining: 1, retryAfterSeconds: 0 };
        taken.push([key, limit, windowSeconds]);
        return { allowed: taken.length <= 1, remaining: 0, retryAfterSeconds: 41 };
      },
      reset: async () => undefined,
    };
    const { session, refresh, row } = await signedIn({ ports: { throttle } });
    const { refreshToken } = await refresh(session.refreshToken);

    const refusal = await refresh(refreshToken).catch((error: unknown) => error);
    expect(refusal).to.include({ code: 'rate_limited', retryAfterSeconds: 41 });
    expect(taken).to.deep.equal(Array(2).fill([session.sessionId, 30, 60]));
    expect((await row()).generation).to.equal(2);
  });

  it('PLT-4: ignores an idempotency key, because rotation has its own repetition rule', async () => {
    const { session, chancery } = await signedIn();
    const caller = repeating(aStranger(), 'renewal');

    const first = await chancery.identity.refreshSession({ refreshToken: session.refreshToken }, caller);
    const second = await chancery.identity.refreshSession({ refreshToken: session.refreshToken }, caller);

    expect(second.refreshToken).to.equal(first.refreshToken);
    expect(second.accessToken).to.not.equal(first.accessToken);
  });
});
