import { failureOf, faultsOf, repeating, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

/** Each step names the gate that answers, then opens it: the next one must be the next in the list. */
type Steps = readonly (readonly [code: string, open: () => unknown])[];

async function walk(call: () => Promise<unknown>, steps: Steps): Promise<string[]> {
  const answered: string[] = [];
  for (const [, open] of steps) {
    answered.push(await failureOf(call()));
    await open();
  }
  return answered;
}

const longSessions = { settings: { accessTokenSeconds: 36_000 } };

describe('the gates', () => {
  it('PLT-1: answer in the stated order on an endpoint for API keys', async () => {
    const { chancery, owner, apiKey, application, ports, sql, workspaceId, clock } =
      await world(longSessions);
    const { id, secret } = await apiKey('members.read');
    const settings = (text: string) =>
      sql('update workspaces set settings = settings || $2::jsonb where id = $1', [workspaceId, text]);
    await chancery.integrations.updateApiKey(
      { apiKeyId: id, allowedIpRanges: ['192.0.2.0/24'], expiresAt: '2026-11-23T14:00:00Z' },
      owner.session,
    );
    await chancery.integrations.revokeApiKey({ apiKeyId: id }, owner.session);
    await sql("update workspaces set status = 'suspended', plan_code = 'free' where id = $1", [workspaceId]);
    await settings('{"apiKeysEnabled": false}');
    ports.requestRates.closed.add('key');
    clock.advance({ hours: 2 });
    let caller = { ...application(secret), credential: null as string | null };
    // What the type refuses, the wire may send.
    let input = { unknown: true } as unknown as Record<string, never>;
    const steps: Steps = [
      ['auth.required', () => (caller = { ...caller, credential: 'chan_live_mistyped' })],
      [
        'auth.key_malformed',
        () => (caller = { ...caller, credential: `chan_live_0123abcd_${'0'.repeat(37)}0XV4Kc` }),
      ],
      ['auth.key_unknown', () => (caller = { ...caller, credential: secret })],
      ['auth.key_revoked', () => sql('update api_keys set revoked_at = null where id = $1', [id])],
      ['auth.key_expired', () => sql('update api_keys set expires_at = null where id = $1', [id])],
      ['auth.address_not_allowed', () => (caller = { ...caller, address: '192.0.2.9' })],
      [
        'workspace.not_active',
        () => sql("update workspaces set status = 'active' where id = $1", [workspaceId]),
      ],
      ['workspace.api_keys_disabled', () => settings('{"apiKeysEnabled": true}')],
      [
        'plan.feature_not_included',
        () => sql("update workspaces set plan_code = 'team' where id = $1", [workspaceId]),
      ],
      ['rate_limited', () => ports.requestRates.closed.clear()],
      ['scope.missing', () => sql("update api_keys set scopes = '{workspace.read}' where id = $1", [id])],
      ['request.invalid', () => (input = {})],
      ['none', () => undefined],
    ];

    const answered = await walk(() => chancery.integrations.getIntegrationWorkspace(input, caller), steps);

    expect(answered).to.deep.equal(steps.map(([code]) => code));
  });

  it('PLT-1: answer in the stated order on an endpoint for signed-in people', async () => {
    const { chancery, owner, apiKey, ports, sql, workspaceId, clock } = await world({
      settings: { ...longSessions.settings, emailVerification: 'required' },
    });
    const [mine, used] = [await apiKey(), await apiKey()];
    await chancery.integrations.rotateApiKey({ apiKeyId: used.id }, repeating(owner.session, 'taken'));
    await chancery.integrations.revokeApiKey({ apiKeyId: mine.id }, owner.session);
    const session = (assignment: string, ...values: unknown[]) =>
      sql(`update sessions set ${assignment} where user_id = $1`, [owner.id, ...values]);
    const member = (assignment: string) =>
      sql(`update memberships set ${assignment} where id = $1`, [owner.membershipId]);
    const workspace = (assignment: string) =>
      sql(`update workspaces set ${assignment} where id = $1`, [workspaceId]);
    clock.advance({ minutes: 20 });
    await session('revoked_at = $2', clock.now());
    await member("status = 'suspended', role = 'member'");
    await workspace(`status = 'suspended', settings = settings || '{"allowedSignInMethods": ["passkey"]}'`);
    await sql('update accounts set email_verified_at = null where id = $1', [owner.id]);
    ports.requestRates.closed.add('session');
    let caller = { ...repeating(owner.session, 'taken'), credential: null as string | null };
    let input = { apiKeyId: '0190a000-0000-7000-8000-000000000000', overlapSeconds: -1, expectedVersion: 99 };
    const steps: Steps = [
      ['auth.required', () => (caller = { ...caller, credential: owner.session.credential })],
      ['auth.session_revoked', () => session('revoked_at = null')],
      ['member.suspended', () => member("status = 'active'")],
      [
        'workspace.sign_in_method_not_allowed',
        () => workspace(`settings = settings || '{"allowedSignInMethods": ["password"]}'`),
      ],
      ['workspace.not_active', () => workspace("status = 'active'")],
      ['rate_limited', () => ports.requestRates.closed.clear()],
      ['permission.denied', () => member("role = 'owner'")],
      ['request.invalid', () => (input = { ...input, overlapSeconds: 0 })],
      ['idempotency.key_reused', () => (caller = { ...caller, idempotencyKey: null })],
      ['api_key.not_found', () => (input = { ...input, apiKeyId: mine.id })],
      [
        'auth.email_unverified',
        () => sql('update accounts set email_verified_at = created_at where id = $1', [owner.id]),
      ],
      ['auth.reauthentication_required', () => session('authenticated_at = $2', clock.now())],
      ['version_conflict', () => (input = { ...input, expectedVersion: 2 })],
      ['api_key.revoked', () => undefined],
    ];

    const answered = await walk(() => chancery.integrations.rotateApiKey(input, caller), steps);

    expect(answered).to.deep.equal(steps.map(([code]) => code));
  });

  it('PLT-1: of an action on a thing, the permission comes after the thing and before address, plan and version', async () => {
    const { chancery, owner, person, sql, workspaceId } = await world({
      settings: { emailVerification: 'required' },
    });
    const host = await person('member', 'Host');
    const invite = { email: 'cleo@client.example' };
    const { meeting } = await chancery.meetings.createMeeting(
      {
        title: 'Review',
        scheduledStartAt: '2026-11-30T09:00:00.000Z',
        timeZone: 'UTC',
        invitees: [invite, { userId: host.id }],
      },
      owner.session,
    );
    const [invitation] = await sql<{ id: string }>(
      'select id from meeting_invitations where meeting_id = $1 and email = $2',
      [meeting.id, invite.email],
    );
    const hostIs = (assignment: string) =>
      sql(`update meeting_invitations set ${assignment} where meeting_id = $1 and user_id = $2`, [
        meeting.id,
        host.id,
      ]);
    const verifiedAt = (value: string) =>
      sql(`update accounts set email_verified_at = ${value} where id = $1`, [host.id]);
    const terms = (value: string) =>
      sql('update workspaces set plan_terms = $2 where id = $1', [workspaceId, value]);
    const noInvitees = { code: 'meeting_invitees', value: 0, reason: '', expiresAt: null };
    const input = { meetingId: meeting.id, invitationId: invitation?.id ?? '', expectedVersion: 99 };
    await verifiedAt('null');
    await terms(JSON.stringify({ overrides: [noInvitees] }));
    await hostIs("status = 'revoked'");
    const steps: Steps = [
      ['meeting.not_found', () => hostIs("status = 'accepted'")],
      ['permission.denied', () => hostIs("role = 'co_host'")],
      ['auth.email_unverified', () => verifiedAt('created_at')],
      ['plan.limit_reached', () => terms('{}')],
      ['version_conflict', () => Object.assign(input, { expectedVersion: 1 })],
      ['none', () => undefined],
    ];

    const answered = await walk(() => chancery.meetings.resendMeetingInvitation(input, host.session), steps);

    expect(answered).to.deep.equal(steps.map(([code]) => code));
  });

  it('PLT-12: role, membership, workspace, session and key act on the next request', async () => {
    const { chancery, owner, person, apiKey, sql, workspaceId } = await world();
    const { id, caller } = await apiKey();
    const admin = await person('admin');
    const lists = () => failureOf(chancery.integrations.listApiKeys({}, admin.session));
    const reads = () => failureOf(chancery.integrations.getIntegrationWorkspace({}, caller));
    const member = (assignment: string) =>
      sql(`update memberships set ${assignment} where id = $1`, [admin.membershipId]);

    expect([await lists(), await reads()]).to.deep.equal(['none', 'none']);
    await member("role = 'member'");
    expect(await lists()).to.equal('permission.denied');
    await member("role = 'admin', status = 'suspended'");
    expect(await lists()).to.equal('member.suspended');
    await member("status = 'removed'");
    expect(await lists()).to.equal('workspace.none_active');
    await member("status = 'active'");
    await sql('update sessions set revoked_at = created_at where user_id = $1', [admin.id]);
    expect(await lists()).to.equal('auth.session_revoked');

    await sql("update workspaces set status = 'suspended' where id = $1", [workspaceId]);
    expect(await reads()).to.equal('workspace.not_active');
    await sql("update workspaces set status = 'active' where id = $1", [workspaceId]);
    await chancery.integrations.updateApiKey({ apiKeyId: id, scopes: ['members.read'] }, owner.session);
    expect(await reads()).to.equal('scope.missing');
    await chancery.integrations.revokeApiKey({ apiKeyId: id }, owner.session);
    expect(await reads()).to.equal('auth.key_revoked');
  });

  it('AUT-1: an endpoint for signed-in people says of each credential what is wrong with it', async () => {
    const { chancery, owner, apiKey, clock, sql, ports } = await world();
    const { secret } = await apiKey();
    const listsWith = (credential: string | null) =>
      failureOf(chancery.integrations.listApiKeys({}, { ...owner.session, credential }));
    const token = owner.session.credential ?? '';
    const claims = await ports.tokens.verify(token, clock.now());
    if (typeof claims === 'string') throw new Error(`the owner's token is ${claims}`);

    expect(await listsWith(null)).to.equal('auth.required');
    expect(await listsWith('nonsense')).to.equal('auth.token_invalid');
    expect(await listsWith(`${token}x`)).to.equal('auth.token_invalid');
    expect(await listsWith(secret)).to.equal('auth.access_token_required');
    expect(
      await listsWith(await ports.tokens.sign({ ...claims, sid: '0190a000-0000-7000-8000-000000000000' })),
    ).to.equal('auth.session_revoked');

    clock.advance({ minutes: 10, seconds: 30 });
    expect(await listsWith(token)).to.equal('none');
    await sql("insert into revoked_tokens (jti, expires_at) values ($1, '2030-01-01')", [claims.jti]);
    expect(await listsWith(token)).to.equal('auth.token_revoked');
    await sql('update sessions set revoked_at = created_at where id = $1', [claims.sid]);
    expect(await listsWith(token)).to.equal('auth.session_revoked');
    clock.advance({ seconds: 1 });
    expect(await listsWith(token)).to.equal('auth.token_expired');
  });

  it('says of a field that its type is wrong, or that it is missing', async () => {
    const { chancery, owner } = await world();
    const faults = await faultsOf(chancery.integrations.createApiKey({ name: 7 } as never, owner.session));

    expect(faults).to.deep.equal(['/name field.type', '/scopes field.required']);
  });

  it('KEY-7: an API key opens no endpoint for signed-in people, and an access token none for API keys', async () => {
    const { chancery, owner, apiKey } = await world();
    const { caller, id } = await apiKey();

    expect(await failureOf(chancery.integrations.listApiKeys({}, caller))).to.equal(
      'auth.access_token_required',
    );
    expect(await failureOf(chancery.integrations.revokeApiKey({ apiKeyId: id }, caller))).to.equal(
      'auth.access_token_required',
    );
    expect(await failureOf(chancery.integrations.getIntegrationWorkspace({}, owner.session))).to.equal(
      'auth.api_key_required',
    );
  });
});
