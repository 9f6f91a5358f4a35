import { aStranger, failureOf, noon, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('getMe', () => {
  it('shows account, workspaces and session', async () => {
    const { chancery, owner } = await world();

    const me = await chancery.identity.getMe({}, owner.session);

    expect(me.user).to.include({ id: owner.id, email: owner.email, emailVerified: true, hasPassword: true });
    expect(me.workspace).to.include({ id: owner.workspaceId, role: 'owner', memberStatus: 'active' });
    expect(me.membership).to.deep.equal({ role: 'owner', status: 'active' });
    expect(me.workspaces).to.deep.equal([me.workspace]);
    expect(me.session).to.include({
      authenticatedAt: '2026-11-23T12:00:00.000Z',
      expiresAt: '2026-12-23T12:00:00.000Z',
      authMethod: 'password',
    });
  });

  it('shows no workspace once the membership has ended', async () => {
    const { chancery, owner, sql } = await world();
    await sql("update memberships set status = 'removed' where user_id = $1", [owner.id]);

    expect(await chancery.identity.getMe({}, owner.session)).to.deep.include({
      workspace: null,
      membership: null,
      workspaces: [],
    });
  });

  it('AUT-1: says what is wrong with the credential that was sent', async () => {
    const { chancery, owner, apiKey, ports, clock, sql } = await world();
    const code = (credential: string | null) =>
      failureOf(chancery.identity.getMe({}, aStranger({ credential })));
    const token = owner.session.credential ?? '';
    const claims = await ports.tokens.verify(token, clock.now());
    if (typeof claims === 'string') throw new Error(claims);

    expect(await code(null)).to.equal('auth.required');
    expect(await code('neither key nor token')).to.equal('auth.token_invalid');
    expect(await code(`${token}x`)).to.equal('auth.token_invalid');
    expect(await code((await apiKey()).secret)).to.equal('auth.access_token_required');
    await sql(
      `insert into revoked_tokens (jti, expires_at) values ($1, timestamptz '${noon}' + interval '1 day')`,
      [claims.jti],
    );
    expect(await code(token)).to.equal('auth.token_revoked');
    await sql('delete from revoked_tokens where jti = $1', [claims.jti]);
    clock.advance({ seconds: 630 });
    expect(await code(token)).to.equal('none');
    clock.advance({ seconds: 1 });
    expect(await code(token)).to.equal('auth.token_expired');
    const fresh = await ports.tokens.sign({ ...claims, exp: claims.exp + 3600 });
    await chancery.identity.logout({}, aStranger({ credential: fresh }));
    expect(await code(fresh)).to.equal('auth.session_revoked');
  });
});
