import { randomBytes } from 'node:crypto';
import {
  aStranger,
  failureOf,
  faultsOf,
  ledgerDetails,
  noon,
  postgresDatabase,
  repeating,
  sessionOf,
  type World,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { type Asking, answers } from '../pipeline/composition.ts';
import type { MembershipParticipant } from './membership-participant.ts';

const password = 'correct horse battery staple';
const sure = { confirm: 'DELETE' as const };

const aParticipant = (over: Partial<MembershipParticipant>): MembershipParticipant => ({
  context: 'cases',
  responsibilities: async () => [],
  reassign: async () => undefined,
  becomesGuest: async () => undefined,
  scrub: async () => [],
  ...over,
});

/** A world with a context of its own that answers when people leave. */
function worldWith(participant: MembershipParticipant) {
  return async (): Promise<World> => {
    const membershipParticipants = (asking: Asking) => [
      ...answers.membershipParticipants(asking),
      participant,
    ];
    return world({ ports: { answers: { membershipParticipants } } });
  };
}

/** A second factor that asks for nothing: only its stored rows matter here. */
async function enrolled(userId: string, sql: World['sql']): Promise<void> {
  await sql(
    `insert into factors (id, user_id, kind, name, status, created_at, updated_at, expires_at, secret_sealed)
     values (gen_random_uuid(), $1, 'totp', 'Phone', 'pending', timestamptz '${noon}', timestamptz '${noon}', timestamptz '${noon}' + interval '1 day', '\\x01')`,
    [userId],
  );
  await sql(
    `insert into recovery_codes (user_id, code_hash, generated_at) values ($1, 'hash', timestamptz '${noon}')`,
    [userId],
  );
}

describe('deactivateAccount', () => {
  it('ACC-1: is refused to the only owner of a workspace that is not named to close or that has other members', async () => {
    const { chancery, owner, person, workspaceId } = await world();
    const refusal = async (closeWorkspaceIds: string[]) => {
      const call = () => chancery.identity.deactivateAccount({ ...sure, closeWorkspaceIds }, owner.session);
      return [await failureOf(call()), await faultsOf(call())];
    };

    expect(await refusal([])).to.deep.equal(['account.sole_owner', [`/closeWorkspaceIds ${workspaceId}`]]);
    await person('member');
    expect(await refusal([workspaceId])).to.deep.equal([
      'account.sole_owner',
      [`/closeWorkspaceIds ${workspaceId}`],
    ]);
    expect(await failureOf(chancery.identity.getMe({}, owner.session))).to.equal('none');
  });

  it('ACC-1: is refused to the only owner of another workspace, which the answer names', async () => {
    const { chancery, owner, person, workspaceId, sql } = await world();
    const grace = await person('owner', 'Grace');
    const [own] = await sql<{ id: string }>(
      'select workspace_id id from memberships where user_id = $1 and workspace_id <> $2',
      [grace.id, workspaceId],
    );
    const deactivate = (closeWorkspaceIds: string[]) =>
      chancery.identity.deactivateAccount({ ...sure, closeWorkspaceIds }, grace.session);

    expect(await faultsOf(deactivate([]))).to.deep.equal([`/closeWorkspaceIds ${own?.id}`]);
    expect((await deactivate([own?.id ?? ''])).closedWorkspaceIds).to.deep.equal([own?.id]);
    expect(await failureOf(chancery.identity.getMe({}, owner.session))).to.equal('none');
  });

  it('ACC-7: a refusal is given again under its key only as long as the session lives', async () => {
    const { chancery, owner } = await world();
    const keyed = repeating(owner.session, 'refused-once');
    const deactivate = () => failureOf(chancery.identity.deactivateAccount(sure, keyed));
    expect([await deactivate(), await deactivate()]).to.deep.equal([
      'account.sole_owner',
      'account.sole_owner',
    ]);

    await chancery.identity.logout({}, owner.session);

    expect(await deactivate()).to.equal('auth.session_revoked');
  });

  it('ACC-1: closes the workspace that only the person belongs to', async () => {
    const { chancery, owner, workspaceId, clock, sql, happened } = await world();

    const answer = await chancery.identity.deactivateAccount(
      { ...sure, closeWorkspaceIds: [workspaceId] },
      owner.session,
    );

    expect(answer).to.deep.equal({
      userId: owner.id,
      status: 'deactivated',
      deactivatedAt: clock.now(),
      closedWorkspaceIds: [workspaceId],
    });
    expect(await sql('select status, closes_at from workspaces where id = $1', [workspaceId])).to.deep.equal([
      { status: 'closing', closes_at: '2026-12-23T12:00:00.000Z' },
    ]);
    const lines = await happened();
    expect(lines.map(({ type }) => type)).to.have.members([
      'session.ended',
      'user.deactivated',
      'workspace.closing',
      'member.removed',
    ]);
    expect(lines.find(({ type }) => type === 'member.removed')?.facts).to.deep.equal({
      role: 'owner',
      left: true,
      heirUserId: null,
    });
  });

  it('ACC-1: another owner is enough, and takes over what the person led', async () => {
    const { chancery, owner, person, workspaceId, sql } = await world();
    const heir = await person('owner', 'Heir');
    const { project } = await chancery.workspace.createProject({ name: 'Left behind' }, owner.session);

    const { closedWorkspaceIds } = await chancery.identity.deactivateAccount(sure, owner.session);

    expect(closedWorkspaceIds).to.deep.equal([]);
    expect(await sql('select status from workspaces where id = $1', [workspaceId])).to.deep.equal([
      { status: 'active' },
    ]);
    const after = await chancery.workspace.getProject({ projectId: project.id }, heir.session);
    expect(after.project.leadUserId).to.equal(heir.id);
  });

  it('ACC-1: if two owners deactivate at once, one stays, on PostgreSQL', async () => {
    const { chancery, owner, person, sql } = await world({ database: await postgresDatabase() });
    const other = await person('owner', 'Other');
    const [own] = (await chancery.identity.getMe({}, other.session)).workspaces.filter(
      ({ id }) => id !== owner.workspaceId,
    );

    const answers = await Promise.all([
      failureOf(chancery.identity.deactivateAccount(sure, owner.session)),
      failureOf(
        chancery.identity.deactivateAccount({ ...sure, closeWorkspaceIds: [own?.id ?? ''] }, other.session),
      ),
    ]);

    expect(answers).to.have.members(['none', 'account.sole_owner']);
    expect(
      await sql("select role from memberships where workspace_id = $1 and status = 'active'", [
        owner.workspaceId,
      ]),
    ).to.deep.equal([{ role: 'owner' }]);
  });

  it('ACC-2: is refused while a context reports what only this person may finish, and names it', async () => {
    const cases = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b'];
    let open = true;
    const { chancery, owner, workspaceId } = await worldWith(
      aParticipant({
        responsibilities: async (member) => {
          expect(member).to.deep.equal({ workspaceId, userId: owner.id });
          return open ? [{ kind: 'record_case', count: 2, ids: cases }] : [];
        },
      }),
    )();
    const leave = () =>
      chancery.identity.deactivateAccount({ ...sure, closeWorkspaceIds: [workspaceId] }, owner.session);

    const refusal = await leave().catch((error: unknown) => error);

    expect(refusal).to.include({ code: 'account.open_responsibilities', kind: 'conflict' });
    expect(refusal).to.have.deep.property('details', [
      {
        path: '',
        code: 'record_case',
        message: `Ada's workspace: 2 of record_case that only you can finish: ${cases.join(', ')}.`,
      },
    ]);
    expect(await failureOf(chancery.identity.getMe({}, owner.session))).to.equal('none');
    open = false;
    expect(await failureOf(leave())).to.equal('none');
  });

  it('ACC-3: everything personal is erased in one transaction, and nobody can sign in again', async () => {
    const { chancery, owner, person, stranger, sql, workspaceId } = await world();
    await person('owner', 'Heir');
    await enrolled(owner.id, sql);
    const elsewhere = await stranger();
    const invitation = { email: owner.email, role: 'member' as const };
    await chancery.workspace.createInvitation(invitation, elsewhere.session);
    const here = sessionOf(
      await chancery.identity.login(
        { email: owner.email, password, deviceName: 'Ada’s phone' },
        aStranger({ address: '192.0.2.77' }),
      ),
    );
    await chancery.identity.updateMe(
      { avatarUrl: 'https://pictures.example.com/ada.png', jobTitle: 'Analyst' },
      owner.session,
    );

    await chancery.identity.deactivateAccount(sure, aStranger({ credential: here.accessToken }));

    const [account] = await sql(
      `select status, display_name, email, email_fold, email_verified_at, pending_email, avatar_url, job_title, device_epoch
       from accounts where id = $1`,
      [owner.id],
    );
    expect(account).to.deep.equal({
      status: 'deactivated',
      display_name: 'Former member',
      email: null,
      email_fold: null,
      email_verified_at: null,
      pending_email: null,
      avatar_url: null,
      job_title: null,
      device_epoch: 1,
    });
    const rows = (table: string) => sql(`select 1 from ${table} where user_id = $1`, [owner.id]);
    for (const table of ['password_credentials', 'one_time_tokens', 'factors', 'recovery_codes'])
      expect(await rows(table), table).to.deep.equal([]);
    expect(
      await sql('select status from workspace_invitations where workspace_id = $1', [elsewhere.workspaceId]),
    ).to.deep.equal([]);
    expect(
      await sql(
        `select distinct revoke_reason, device_name, user_agent, ip_address, rotation_salt from sessions where user_id = $1`,
        [owner.id],
      ),
    ).to.deep.equal([
      {
        revoke_reason: 'user_deactivated',
        device_name: null,
        user_agent: null,
        ip_address: null,
        rotation_salt: null,
      },
    ]);
    expect(
      await sql('select status, display_name, email, avatar_url from memberships where user_id = $1', [
        owner.id,
      ]),
    ).to.deep.equal([{ status: 'removed', display_name: 'Former member', email: null, avatar_url: null }]);
    expect(
      await sql("select used from usage_counters where workspace_id = $1 and code = 'members'", [
        workspaceId,
      ]),
    ).to.deep.equal([{ used: 0 }]);
    expect(await failureOf(chancery.identity.login({ email: owner.email, password }, aStranger()))).to.equal(
      'auth.invalid_credentials',
    );
    expect(
      await failureOf(chancery.identity.refreshSession({ refreshToken: here.refreshToken }, aStranger())),
    ).to.equal('auth.refresh_invalid');
  });

  it('ACC-3: sign-ins and refreshes at the same moment leave no session behind, on PostgreSQL', async () => {
    const { chancery, owner, workspaceId, sql } = await world({ database: await postgresDatabase() });
    const session = sessionOf(await chancery.identity.login({ email: owner.email, password }, aStranger()));

    const [left] = await Promise.all([
      failureOf(
        chancery.identity.deactivateAccount({ ...sure, closeWorkspaceIds: [workspaceId] }, owner.session),
      ),
      failureOf(chancery.identity.refreshSession({ refreshToken: session.refreshToken }, aStranger())),
      ...Array.from({ length: 4 }, () =>
        failureOf(chancery.identity.login({ email: owner.email, password }, aStranger())),
      ),
    ]);

    expect(left).to.equal('none');
    expect(
      await sql('select id from sessions where user_id = $1 and revoked_at is null', [owner.id]),
    ).to.deep.equal([]);
  });

  it('ACC-4: the id stays, and the ledger keeps its lines; that of the workspace says who left and why', async () => {
    const made = await world();
    const { chancery, owner, person, workspaceId, sql, happened } = made;
    await person('owner', 'Heir');
    const { project } = await chancery.workspace.createProject({ name: 'Signed' }, owner.session);

    await chancery.identity.deactivateAccount({ ...sure, reason: 'Moving on' }, owner.session);

    const lines = await sql<{ action: string }>(
      'select action from audit_event where ledger_id = $1 and actor_id = $2 order by seq',
      [workspaceId, owner.id],
    );
    expect(lines.map(({ action }) => action)).to.include.members(['project.created', 'user.deactivated']);
    expect(await happened()).to.deep.include({
      type: 'user.deactivated',
      target: { kind: 'user', id: owner.id },
      facts: {},
    });
    expect(await ledgerDetails(made, 'user.deactivated')).to.deep.equal([
      { ip: '203.0.113.7', reason: 'Moving on' },
    ]);
    expect(await sql('select id from projects where id = $1', [project.id])).to.have.lengthOf(1);
    expect(await sql('select id from accounts where id = $1', [owner.id])).to.have.lengthOf(1);
  });

  it('ACC-5: each context scrubs at once; the ledger of each workspace counts what was erased, what was kept, and why', async () => {
    const scrubbed: { userId: string; workspaceId: string }[] = [];
    const { chancery, owner, person, worker, happened, workspaceId, sql } = await worldWith(
      aParticipant({
        scrub: async (member) => {
          scrubbed.push(member);
          return [{ kind: 'signature', erased: 3, kept: 2, keptBecause: 'retention' }];
        },
      }),
    )();
    await person('owner', 'Heir');
    // An earlier membership of the same workspace: its copy of the name was never touched again.
    await sql(
      `insert into memberships (id, workspace_id, user_id, role, status, display_name, sort_name, email, joined_at, updated_at, version)
       values (gen_random_uuid(), $1, $2, 'member', 'removed', 'Ada the First', 'Ada the First', 'ada@example.com', timestamptz '${noon}', timestamptz '${noon}', 1)`,
      [workspaceId, owner.id],
    );
    await chancery.identity.deactivateAccount(sure, owner.session);

    await worker.drain();

    // The worker finds what other tests of this database left, too.
    expect(scrubbed.filter(({ userId }) => userId === owner.id)).to.deep.equal([
      { workspaceId, userId: owner.id },
    ]);
    const line = (await happened()).at(-1);
    expect(line).to.deep.include({ type: 'user.scrubbed', target: { kind: 'user', id: owner.id } });
    const counted = line?.facts['scrubbed'] as { context: string; erased: number }[];
    expect(counted).to.deep.include.members([
      { context: 'workspace', kind: 'member_name', erased: 1, kept: 0, keptBecause: null },
      { context: 'cases', kind: 'signature', erased: 3, kept: 2, keptBecause: 'retention' },
    ]);
    // The other contexts held nothing of hers, and say so.
    expect(
      counted.filter(({ context }) => !['workspace', 'cases'].includes(context)).map(({ erased }) => erased),
    ).to.satisfy((counts: number[]) => counts.every((count) => count === 0));
    expect(
      await sql('select distinct display_name, email from memberships where user_id = $1', [owner.id]),
    ).to.deep.equal([{ display_name: 'Former member', email: null }]);
  });

  it('ACC-5: a workspace that the person had left before is scrubbed like those left with the account', async () => {
    const { chancery, owner, person, worker, sql, happened, workspaceId } = await world();
    const lea = await person('member', 'Lea');
    await chancery.workspace.removeMember({ userId: lea.id }, owner.session);
    const { workspaces } = await chancery.workspace.listWorkspaces({}, lea.session);
    const closeWorkspaceIds = workspaces.map(({ id }) => id);
    await chancery.identity.deactivateAccount({ ...sure, closeWorkspaceIds }, lea.session);

    await worker.drain();

    expect((await happened()).at(-1)).to.deep.include({
      type: 'user.scrubbed',
      target: { kind: 'user', id: lea.id },
    });
    expect(
      await sql(
        'select status, display_name, email from memberships where user_id = $1 and workspace_id = $2',
        [lea.id, workspaceId],
      ),
    ).to.deep.equal([{ status: 'removed', display_name: 'Former member', email: null }]);
  });

  it('ACC-6: the address registers again and gets a new id with nothing of the old one', async () => {
    const { chancery, owner, workspaceId } = await world();
    await chancery.identity.deactivateAccount({ ...sure, closeWorkspaceIds: [workspaceId] }, owner.session);

    const again = await chancery.identity.registerAccount(
      { email: owner.email, password, displayName: 'Ada again' },
      aStranger(),
    );

    expect(again.user.id).to.not.equal(owner.id);
    const me = await chancery.identity.getMe({}, aStranger({ credential: again.accessToken }));
    expect(me.user).to.include({ email: owner.email, displayName: 'Ada again', emailVerified: false });
    expect(me.workspaces.map(({ id }) => id)).to.not.include(workspaceId);
    expect(me.workspaces).to.have.lengthOf(1);
  });

  it('ACC-7: a repeat with the same idempotency key gets the same answer; without it the old token is refused', async () => {
    const { chancery, owner, workspaceId } = await world();
    const input = { ...sure, closeWorkspaceIds: [workspaceId] };
    const caller = repeating(owner.session, `leave-${randomBytes(8).toString('hex')}`);
    const first = await chancery.identity.deactivateAccount(input, caller);

    expect(await chancery.identity.deactivateAccount(input, caller)).to.deep.equal(first);
    expect(await failureOf(chancery.identity.deactivateAccount(input, owner.session))).to.equal(
      'auth.session_revoked',
    );
    expect(
      await failureOf(chancery.identity.deactivateAccount(input, repeating(owner.session, 'another key'))),
    ).to.equal('auth.session_revoked');
  });

  it('SES-14: needs a recent proof, or the password in the request', async () => {
    const { chancery, owner, workspaceId, clock } = await world();
    const input = { ...sure, closeWorkspaceIds: [workspaceId] };
    clock.advance({ minutes: 8 });
    const session = sessionOf(await chancery.identity.login({ email: owner.email, password }, aStranger()));
    clock.advance({ minutes: 16 });
    const { accessToken } = await chancery.identity.refreshSession(
      { refreshToken: session.refreshToken },
      aStranger(),
    );
    const caller = aStranger({ credential: accessToken });
    const leave = (more: { password?: string }) =>
      failureOf(chancery.identity.deactivateAccount({ ...input, ...more }, caller));

    expect(await leave({})).to.equal('auth.reauthentication_required');
    expect(await leave({ password: 'wrong' })).to.equal('auth.password_incorrect');
    expect(await leave({ password })).to.equal('none');
  });

  it('ACC-3: the address of the erased account is kept, sealed, until the last mail to it has left', async () => {
    const { chancery, owner, workspaceId, worker, ports, sql } = await world();
    await worker.drain();
    ports.mail.sent.length = 0;
    await chancery.identity.deactivateAccount({ ...sure, closeWorkspaceIds: [workspaceId] }, owner.session);

    await worker.drain();

    expect(ports.mail.sent.map(({ to, subject }) => ({ to, subject }))).to.deep.equal([
      { to: { address: owner.email, name: 'Ada' }, subject: 'Your account is deactivated' },
    ]);
    expect(await sql('select farewell_sealed from accounts where id = $1', [owner.id])).to.deep.equal([
      { farewell_sealed: null },
    ]);
    expect(
      (
        await sql<{ payload: object }>("select payload from jobs where payload::text like '%' || $1 || '%'", [
          owner.email,
        ])
      ).length,
    ).to.equal(0);
  });
});
