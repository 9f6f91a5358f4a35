import { aStranger, failureOf, noon, repeating, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('switchWorkspace', () => {
  it('gives an access token for the workspace; the session remembers it', async () => {
    const { chancery, owner, person, workspaceId, happened, sql, clock } = await world();
    const bob = await person('member', 'Bob');
    const { workspaces } = await chancery.identity.getMe({}, bob.session);
    const home = workspaces.find(({ id }) => id !== workspaceId);
    clock.advance({ minutes: 1 });

    const there = await chancery.identity.switchWorkspace({ workspaceId }, bob.session);

    expect(there).to.deep.include({
      tokenType: 'Bearer',
      expiresInSeconds: 600,
      accessTokenExpiresAt: '2026-11-23T12:11:00.000Z',
      membership: { role: 'member', status: 'active' },
    });
    expect(there.workspace.id).to.equal(workspaceId);
    const me = await chancery.identity.getMe({}, aStranger({ credential: there.accessToken }));
    expect([me.workspace?.id, me.membership?.role]).to.deep.equal([workspaceId, 'member']);
    expect((await happened()).at(-1)?.type).to.equal('workspace.switched');
    const [session] = await sql<{ active: string }>(
      'select active_workspace_id active from sessions where user_id = $1',
      [bob.id],
    );
    expect(session?.active).to.equal(workspaceId);
    expect(
      (await chancery.workspace.getMember({ userId: bob.id }, owner.session)).member.lastActiveAt,
    ).to.equal('2026-11-23T12:01:00.000Z');
    const back = await chancery.identity.switchWorkspace({ workspaceId: home?.id ?? '' }, bob.session);
    expect(back.membership?.role).to.equal('owner');
  });

  it('SES-12: a person whose membership has ended switches to another workspace, and cannot switch back', async () => {
    const { chancery, owner, person, workspaceId } = await world();
    const bob = await person('member', 'Bob');
    const home = (await chancery.identity.getMe({}, bob.session)).workspaces.find(
      ({ id }) => id !== workspaceId,
    );
    await chancery.workspace.removeMember({ userId: bob.id }, owner.session);
    const refusal = await chancery.workspace
      .getWorkspace({}, bob.session)
      .catch(({ code, details }) => [code, details.map((detail: { code: string }) => detail.code)]);
    expect(refusal).to.deep.equal(['workspace.none_active', [workspaceId]]);

    const { accessToken } = await chancery.identity.switchWorkspace(
      { workspaceId: home?.id ?? '' },
      bob.session,
    );

    const there = aStranger({ credential: accessToken });
    expect((await chancery.workspace.getWorkspace({}, there)).workspace.id).to.equal(home?.id);
    expect(await failureOf(chancery.identity.switchWorkspace({ workspaceId }, there))).to.equal(
      'workspace.not_found',
    );
  });

  it('says why it refuses: no member, suspended, not active, sign-in method, age of the session, second factor', async () => {
    const { chancery, owner, person, stranger, workspaceId, sql } = await world();
    const [bob, eve] = [await person('member', 'Bob'), await stranger()];
    const attempt = (who = bob) => failureOf(chancery.identity.switchWorkspace({ workspaceId }, who.session));
    const settings = (text: string) =>
      sql(
        `update workspaces set settings = settings || $2::jsonb, updated_at = timestamptz '${noon}' where id = $1`,
        [workspaceId, text],
      );

    expect(await attempt(eve)).to.equal('workspace.not_found');
    await chancery.workspace.suspendMember({ userId: bob.id }, owner.session);
    expect(await attempt()).to.equal('member.suspended');
    await chancery.workspace.reactivateMember({ userId: bob.id }, owner.session);
    await sql("update workspaces set status = 'suspended' where id = $1", [workspaceId]);
    expect(await attempt()).to.equal('workspace.not_active');
    await sql("update workspaces set status = 'closing' where id = $1", [workspaceId]);
    expect(await attempt()).to.equal('none');
    await sql("update workspaces set status = 'active' where id = $1", [workspaceId]);
    await settings('{"allowedSignInMethods": ["google"]}');
    expect(await attempt()).to.equal('workspace.sign_in_method_not_allowed');
    await settings('{"allowedSignInMethods": ["password"], "sessionMaxAgeHours": 1}');
    await sql("update sessions set created_at = created_at - interval '2 hours' where user_id = $1", [
      bob.id,
    ]);
    expect(await attempt()).to.equal('workspace.session_too_old');
    await settings('{"sessionMaxAgeHours": 24, "secondFactorRoles": ["member"], "secondFactorGraceDays": 0}');
    await sql("update memberships set second_factor_since = '2026-11-01T00:00:00Z' where id = $1", [
      bob.membershipId,
    ]);
    expect(await attempt()).to.equal('workspace.second_factor_required');
    await settings('{"secondFactorRoles": []}');
    expect(await attempt()).to.equal('none');
  });

  it('PLT-4: a repeat gets the same token, which is nowhere in the database', async () => {
    const { chancery, person, workspaceId, sql } = await world();
    const bob = await person('member', 'Bob');
    const ask = () => chancery.identity.switchWorkspace({ workspaceId }, repeating(bob.session, 'once'));

    const [first, second] = [await ask(), await ask()];

    expect(second).to.deep.equal(first);
    const kept = await sql<{ body: string }>('select body from idempotency');
    expect(kept.some(({ body }) => body.includes(first.accessToken))).to.equal(false);
  });
});
