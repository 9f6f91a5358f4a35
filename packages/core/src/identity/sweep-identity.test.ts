import { randomUUID } from 'node:crypto';
import {
  aStranger,
  challengeOf,
  enrolTotp,
  failureOf,
  sessionOf,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { plusDays, plusSeconds } from '../kernel/time.ts';

const password = 'correct horse battery staple';
const sweep = 'identity.sweep';

describe('sweepIdentity', () => {
  it('SES-5: erases the salt of a window that has passed, and no other; after that, asking for the lost answer is reuse', async () => {
    const { chancery, owner, clock, sql, worker } = await world();
    const first = sessionOf(await chancery.identity.login({ email: owner.email, password }, aStranger()));
    await chancery.identity.refreshSession({ refreshToken: first.refreshToken }, aStranger());
    const salted = () =>
      sql('select rotation_salt is not null salted from sessions where id = $1', [first.sessionId]);

    clock.advance({ seconds: 59 });
    await worker.run(sweep);
    expect(await salted()).to.deep.equal([{ salted: true }]);
    clock.advance({ seconds: 1 });
    await worker.run(sweep);
    expect(await salted()).to.deep.equal([{ salted: false }]);

    expect(
      await failureOf(chancery.identity.refreshSession({ refreshToken: first.refreshToken }, aStranger())),
    ).to.equal('auth.refresh_reused');
  });

  it('SES-7: ends sessions that are past their time as expired, and deletes them 90 days later', async () => {
    const { chancery, owner, clock, sql, worker } = await world();
    const session = sessionOf(await chancery.identity.login({ email: owner.email, password }, aStranger()));
    const state = () =>
      sql('select revoke_reason, revoked_at from sessions where id = $1', [session.sessionId]);

    clock.advance({ days: 30 });
    await worker.run(sweep);
    expect(await state()).to.deep.equal([
      { revoke_reason: 'expired', revoked_at: session.refreshTokenExpiresAt },
    ]);
    clock.advance({ days: 89 });
    await worker.run(sweep);
    expect(await state()).to.have.lengthOf(1);
    clock.advance({ days: 1 });
    await worker.run(sweep);
    expect(await state()).to.deep.equal([]);
  });

  it('removes what is no longer needed and leaves the rest', async () => {
    const { owner, clock, sql, worker } = await world();
    const now = clock.now();
    const mark = randomUUID();
    const [old, young] = [randomUUID(), randomUUID()];
    await sql('insert into revoked_tokens values ($1, $2), ($3, $4)', [
      old,
      plusSeconds(now, -61),
      young,
      plusSeconds(now, -59),
    ]);
    await sql('insert into throttles values ($1, 1, $2), ($3, 1, $4)', [
      `${mark}-old`,
      Date.parse(now) - 1000,
      `${mark}-young`,
      Date.parse(now) + 1000,
    ]);
    await sql("insert into request_rates values ('key', $1, 1, 1, 1, $2), ('key', $3, 1, 1, 1, $4)", [
      `${mark}-old`,
      now,
      `${mark}-young`,
      plusSeconds(now, 1),
    ]);
    await sql(
      `insert into password_attempts (bucket, account_key, failures, first_failed_at, last_failed_at)
       values ($1, 'old', 1, $2, $2), ($1, 'young', 1, $3, $3)`,
      [mark, plusDays(now, -2), plusDays(now, -1)],
    );
    for (const [hash, expiresAt] of [
      [`${mark}-old`, plusDays(now, -1)],
      [`${mark}-young`, plusSeconds(now, -1)],
    ])
      await sql(
        `insert into one_time_tokens (id, purpose, user_id, email, token_hash, expires_at, created_at)
         values (gen_random_uuid(), 'reset_password', $1, 'a@example.com', $2, $3, $3)`,
        [owner.id, hash, expiresAt],
      );

    await worker.run(sweep);

    const left = await sql<{ what: string }>(
      `select 'revoked ' || jti what from revoked_tokens where jti in ($2::uuid, $3::uuid)
       union all select 'throttle ' || key from throttles where key like $1 || '%'
       union all select 'rate ' || key from request_rates where key like $1 || '%'
       union all select 'attempt ' || account_key from password_attempts where bucket = $1
       union all select 'token ' || token_hash from one_time_tokens where token_hash like $1 || '%' order by 1`,
      [mark, old, young],
    );
    expect(left.map(({ what }) => what)).to.deep.equal([
      'attempt young',
      `rate ${mark}-young`,
      `revoked ${young}`,
      `throttle ${mark}-young`,
      `token ${mark}-young`,
    ]);
  });

  it('keeps challenges, ceremonies and sign-ins at a provider for an hour after their end', async () => {
    const here = await world();
    const { chancery, owner, clock, sql, worker } = here;
    await enrolTotp(here, owner);
    await challengeOf(here, owner);
    await chancery.identity.passkeyAssertionOptions({}, aStranger());
    await chancery.identity.startGoogleSignIn({ intent: 'sign_in' }, aStranger());
    const tables = ['auth_challenges', 'webauthn_ceremonies', 'auth_flows'];
    const left = async () => {
      const kept: string[] = [];
      for (const table of tables)
        if ((await sql(`select from ${table} where expires_at = $1 limit 1`, [begun])).length > 0)
          kept.push(table);
      return kept;
    };
    const begun = clock.now();
    for (const table of tables) await sql(`update ${table} set expires_at = $1`, [begun]);

    clock.advance({ hours: 1, seconds: -1 });
    await worker.run(sweep);
    expect(await left()).to.deep.equal(tables);
    clock.advance({ seconds: 1 });
    await worker.run(sweep);
    expect(await left()).to.deep.equal([]);
  });
});
