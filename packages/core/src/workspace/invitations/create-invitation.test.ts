import {
  anAddress,
  failureOf,
  faultsOf,
  invited,
  longSessions,
  type Person,
  seatsOf,
  setSettings,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('createInvitation', () => {
  it('invites an address in a role for seven days, and records it without the address in the chain', async () => {
    const { chancery, owner, happened } = await world();
    const email = anAddress();

    const { invitation } = await chancery.workspace.createInvitation(
      { email, role: 'member', displayName: 'Grace', message: 'Welcome' },
      owner.session,
    );

    expect(invitation).to.deep.include({
      email,
      role: 'member',
      displayName: 'Grace',
      message: 'Welcome',
      status: 'pending',
      invitedByUserId: owner.id,
      expiresAt: '2026-11-30T12:00:00.000Z',
      sentAt: '2026-11-23T12:00:00.000Z',
      sendCount: 1,
      acceptedByUserId: null,
      respondedAt: null,
      projectIds: [],
    });
    expect(invitation).to.not.have.any.keys('tokenHash', 'sealedToken', 'replacedTokenHashes', 'token');
    expect(await happened()).to.deep.equal([
      {
        type: 'workspace_invitation.created',
        facts: { role: 'member' },
        target: { kind: 'workspace_invitation', id: invitation.id },
      },
    ]);
  });

  it('WSP-2: admins invite members and guests, members only if the policy says so, guests nobody', async () => {
    const made = await world();
    const { chancery, owner, person, sql, workspaceId } = made;
    const people: Record<string, Person> = {
      owner,
      admin: await person('admin'),
      member: await person('member'),
      guest: await person('guest'),
    };
    const outcome = async (who: string, role: 'owner' | 'admin' | 'member' | 'guest') =>
      failureOf(
        chancery.workspace.createInvitation(
          { email: anAddress(), role },
          people[who]?.session ?? owner.session,
        ),
      );
    const allowed: string[] = [];

    for (const invitePolicy of ['owners', 'admins', 'members'] as const) {
      await setSettings({ invitePolicy }, { sql, workspaceId });
      for (const who of Object.keys(people))
        for (const role of ['owner', 'admin', 'member', 'guest'] as const) {
          const code = await outcome(who, role);
          if (code === 'none') allowed.push(`${invitePolicy}: ${who} invites ${role}`);
          else expect(code).to.equal('permission.denied');
        }
    }

    const owners = (name: string) =>
      ['owner', 'admin', 'member', 'guest'].map((role) => `${name}: owner invites ${role}`);
    expect(allowed).to.deep.equal([
      ...owners('owners'),
      ...owners('admins'),
      'admins: admin invites member',
      'admins: admin invites guest',
      ...owners('members'),
      'members: admin invites member',
      'members: admin invites guest',
      'members: member invites member',
      'members: member invites guest',
    ]);
  });

  it('WSP-3: owners invite owners, with a recent proof of the password', async () => {
    const { chancery, owner, clock } = await world(longSessions);
    const invite = (role: 'owner' | 'admin') =>
      failureOf(chancery.workspace.createInvitation({ email: anAddress(), role }, owner.session));
    expect(await invite('owner')).to.equal('none');

    clock.advance({ minutes: 16 });

    expect(await invite('owner')).to.equal('auth.reauthentication_required');
    expect(await invite('admin')).to.equal('none');
    await chancery.identity.reauthenticate({ password: 'correct horse battery staple' }, owner.session);
    expect(await invite('owner')).to.equal('none');
  });

  it('WSP-6: answers alike whether or not the address has an account', async () => {
    const { chancery, owner, stranger, worker, ports, happened } = await world();
    const known = await stranger();
    const unknown = anAddress();
    const answer = async (email: string) => {
      const { invitation } = await chancery.workspace.createInvitation(
        { email, role: 'guest' },
        owner.session,
      );
      return { ...invitation, id: '', email: '' };
    };

    expect(await answer(known.email)).to.deep.equal(await answer(unknown));
    await worker.drain();
    const mailTo = (email: string) =>
      ports.mail.sent
        .filter(({ to, text }) => to.address === email && text.includes('/invitation#'))
        .map(({ subject, text }) => ({ subject, text: text.replace(/token=\S+/, 'token=') }));
    expect(mailTo(known.email)).to.deep.equal(mailTo(unknown)).and.have.length(1);
    const [one, other] = (await happened()).map(({ type, facts }) => ({ type, facts }));
    expect(one).to.deep.equal(other);
  });

  it('WSP-5: takes a seat at once, counts guests apart, and refuses if no seat is free', async () => {
    const { chancery, owner, sql, workspaceId } = await world();
    await sql("update workspaces set plan_code = 'free' where id = $1", [workspaceId]);
    const invite = (role: 'member' | 'guest') =>
      failureOf(chancery.workspace.createInvitation({ email: anAddress(), role }, owner.session));
    await sql("update usage_counters set used = 2 where workspace_id = $1 and code = 'members'", [
      workspaceId,
    ]);

    expect([await invite('member'), await invite('member'), await invite('guest')]).to.deep.equal([
      'none',
      'plan.limit_reached',
      'none',
    ]);
    expect(await seatsOf({ sql, workspaceId })).to.deep.equal({
      members: { used: 2, reserved: 1 },
      guests: { used: 0, reserved: 1 },
    });
  });

  it('refuses a member, and an address that has a pending invitation, however it is written', async () => {
    const { chancery, owner, person } = await world();
    const member = await person('guest');
    const suspended = await person('member');
    await chancery.workspace.suspendMember({ userId: suspended.id }, owner.session);
    const email = anAddress();
    const invite = (address: string) =>
      failureOf(chancery.workspace.createInvitation({ email: address, role: 'member' }, owner.session));

    expect(await invite(member.email.toUpperCase())).to.equal('member.already_exists');
    expect(await invite(suspended.email)).to.equal('member.already_exists');
    expect(await invite(email)).to.equal('none');
    expect(await invite(email.toUpperCase())).to.equal('workspace_invitation.already_pending');
  });

  it('invites again if the earlier invitation has expired, and reserves one seat for it', async () => {
    const made = await world(longSessions);
    const { chancery, owner, clock, happened } = made;
    const email = anAddress();
    await chancery.workspace.createInvitation({ email, role: 'member', expiresInDays: 1 }, owner.session);
    clock.advance({ days: 1 });

    await chancery.workspace.createInvitation({ email, role: 'member' }, owner.session);

    expect((await happened()).map(({ type }) => type)).to.include('workspace_invitation.expired');
    expect((await seatsOf(made)).members).to.deep.equal({ used: 1, reserved: 1 });
  });

  it('keeps members to the allowed domains, but not guests', async () => {
    const { chancery, owner, sql, workspaceId } = await world();
    await setSettings({ allowedEmailDomains: ['clinic.example'] }, { sql, workspaceId });
    const invite = (email: string, role: 'member' | 'guest') =>
      failureOf(chancery.workspace.createInvitation({ email, role }, owner.session));

    expect(await invite('grace@Clinic.example', 'member')).to.equal('none');
    expect(await invite('ada@sub.clinic.example', 'member')).to.equal('workspace.domain_not_allowed');
    expect(await invite('eve@evil-clinic.example', 'member')).to.equal('workspace.domain_not_allowed');
    expect(await invite('client@example.com', 'guest')).to.equal('none');
  });

  it('invites no guests if the workspace does not allow any', async () => {
    const { chancery, owner, sql, workspaceId } = await world();
    await setSettings({ guestsEnabled: false }, { sql, workspaceId });
    const invite = (role: 'member' | 'guest') =>
      failureOf(chancery.workspace.createInvitation({ email: anAddress(), role }, owner.session));

    expect([await invite('guest'), await invite('member')]).to.deep.equal([
      'workspace.guests_disabled',
      'none',
    ]);
  });

  it('PRJ-2: accepts projects that the inviter may add people to, and reveals nothing about others', async () => {
    const { chancery, owner, person, sql, workspaceId } = await world();
    await setSettings({ invitePolicy: 'members' }, { sql, workspaceId });
    const member = await person('member');
    const project = async (name: string, who: Person, visibility: 'workspace' | 'private') =>
      (await chancery.workspace.createProject({ name, visibility }, who.session)).project.id;
    const own = await project('Own', member, 'private');
    const open = await project('Open', owner, 'workspace');
    const secret = await project('Secret', owner, 'private');
    const invite = (projectId: string) =>
      failureOf(
        chancery.workspace.createInvitation(
          { email: anAddress(), role: 'member', projectIds: [projectId] },
          member.session,
        ),
      );

    expect([await invite(own), await invite(open), await invite(secret)]).to.deep.equal([
      'none',
      'permission.denied',
      'project.not_found',
    ]);
  });

  it('PLT-13: refuses an unverified inviter if verification is required', async () => {
    const made = await world({ settings: { emailVerification: 'required' } });
    const { chancery, owner, sql } = made;
    const { invitation } = await invited(made);
    await sql('update accounts set email_verified_at = null where id = $1', [owner.id]);

    expect(
      await failureOf(
        chancery.workspace.createInvitation({ email: anAddress(), role: 'guest' }, owner.session),
      ),
    ).to.equal('auth.email_unverified');
    expect(
      await failureOf(chancery.workspace.resendInvitation({ invitationId: invitation.id }, owner.session)),
    ).to.equal('auth.email_unverified');
  });

  it('names what is wrong with the input', async () => {
    const { chancery, owner } = await world();

    expect(
      await faultsOf(
        chancery.workspace.createInvitation(
          { email: 'nobody', role: 'member', expiresInDays: 31 },
          owner.session,
        ),
      ),
    ).to.deep.equal(['/email email.invalid', '/expiresInDays field.out_of_range']);
  });
});
