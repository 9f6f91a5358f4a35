import type { Chancery } from '@chancery/sdk';
import { expect } from 'chai';
import { type Installation, openInstallation, refusalOf, storyPassword } from './testing/installation.ts';
import { answerOf, peopleOf } from './testing/people.ts';

const password = storyPassword;

describe('story: from nothing to a working team (platform 10, walk-through 1)', () => {
  let installation: Installation;
  before(async () => {
    installation = await openInstallation({ CHANCERY_EMAIL_VERIFICATION: 'required' });
  });
  after(() => installation?.close());

  it('a founder verifies the address, invites a second person, hands the workspace over, and leaves', async () => {
    const { client, advance } = installation;
    const { clientOf, mailedToken } = peopleOf(installation);
    const register = (input: { email: string; displayName: string; invitationToken?: string }) =>
      answerOf((options) => client().identity.registerAccount({ password, ...input }, options));
    const seats = async (who: Chancery) => (await who.billing.getCapabilities()).limits.members;

    const founding = await register({ email: 'ann@example.com', displayName: 'Ann' });
    expect(founding.status).to.equal(201);
    expect(founding.data).to.include({ tokenType: 'Bearer', isNewUser: true, expiresInSeconds: 600 });
    expect(founding.data.user).to.include({ email: 'ann@example.com', emailVerified: false });
    const ann = await clientOf(founding.data);
    const annId = founding.data.user.id;
    const workspaceId = founding.data.workspace?.id;
    const invitee = { email: 'bob@example.com', role: 'admin' } as const;
    const invite = () => ann.workspace.createInvitation(invitee);
    expect(await refusalOf(invite())).to.deep.equal([403, 'auth.email_unverified']);

    const token = await mailedToken('ann@example.com', 'verify-email');
    const verified = await answerOf((options) => ann.identity.verifyEmail({ token }, options));
    expect(verified).to.deep.equal({
      status: 201,
      data: { emailVerified: true, email: 'ann@example.com' },
    });
    expect((await invite()).invitation).to.include({ ...invitee, status: 'pending' });
    expect(await seats(ann)).to.include({ used: 1, reserved: 1 });

    const invitationToken = await mailedToken('bob@example.com', 'invitation');
    const preview = await answerOf((options) =>
      client().workspace.previewInvitation({ token: invitationToken }, options),
    );
    expect(preview.status).to.equal(200);
    expect(preview.data).to.include({
      workspaceName: "Ann's workspace",
      inviterDisplayName: 'Ann',
      ...invitee,
      status: 'pending',
    });
    const joining = await register({ email: 'bob@example.com', displayName: 'Bob', invitationToken });
    expect(joining.status).to.equal(201);
    expect(joining.data.user).to.include({ email: 'bob@example.com', emailVerified: true });
    expect(joining.data.workspace).to.include({ id: workspaceId, role: 'admin' });
    const bob = await clientOf(joining.data);
    const bobId = joining.data.user.id;
    expect((await bob.workspace.listWorkspaces()).workspaces.map(({ id }) => id)).to.deep.equal([
      workspaceId,
    ]);

    const { members } = await ann.workspace.listMembers();
    expect(members.map(({ id, role }) => [id, role])).to.deep.equal([
      [annId, 'owner'],
      [bobId, 'admin'],
    ]);
    expect(await seats(ann)).to.include({ used: 2, reserved: 0 });

    // Some time after the sign-in, somebody can be made owner only with a fresh proof.
    advance(16 * 60);
    const promote = () => ann.workspace.updateMember({ userId: bobId, role: 'owner' });
    expect(await refusalOf(promote())).to.deep.equal([403, 'auth.reauthentication_required']);
    await ann.identity.reauthenticate({ password });
    expect((await promote()).member.role).to.equal('owner');

    const left = await answerOf((options) => ann.workspace.removeMember({ userId: annId }, options));
    expect([left.status, left.data.member.status]).to.deep.equal([200, 'removed']);
    expect(await refusalOf(ann.workspace.getWorkspace())).to.deep.equal([403, 'workspace.none_active']);
    expect(await refusalOf(bob.workspace.removeMember({ userId: bobId }))).to.deep.equal([
      409,
      'workspace.last_owner',
    ]);
    expect(await seats(bob)).to.include({ used: 1, reserved: 0 });
  });
});
