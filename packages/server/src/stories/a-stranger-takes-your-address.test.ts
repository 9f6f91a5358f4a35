import { isSession } from '@chancery/sdk';
import { expect } from 'chai';
import { type Installation, openInstallation, refusalOf, storyPassword } from './testing/installation.ts';
import { answerOf, peopleOf } from './testing/people.ts';

const email = 'vic@example.com';
const ofAttacker = 'nobody will ever guess this one';

describe('story: a stranger takes your address first (platform 10, walk-through 5)', () => {
  let installation: Installation;
  before(async () => {
    // The victim comes a while later, so the limit of mails to one address does not apply (THR-6).
    installation = await openInstallation({ CHANCERY_RATE_LIMIT_SCALE: '10' });
  });
  after(() => installation?.close());

  it('the owner of the mailbox gets the address, and the stranger an account with nothing in it', async () => {
    const { client } = installation;
    const { clientOf, registerVerified, mailedToken } = peopleOf(installation);
    const register = (displayName: string, password: string) =>
      answerOf((options) => client().identity.registerAccount({ email, displayName, password }, options));

    const { data: stranger } = await register('Mallory', ofAttacker);
    const attacker = await clientOf(stranger);
    const linkOfAttacker = await mailedToken(email, 'verify-email');
    const registered = await register('Vic', storyPassword);
    expect(registered.status).to.equal(201);
    const { id: victimId } = registered.data.user;
    expect(victimId).to.not.equal(stranger.user.id);
    const victim = await clientOf(registered.data);
    const ownLink = await mailedToken(email, 'verify-email');
    expect(ownLink).to.not.equal(linkOfAttacker);

    // A link that nobody requested is opened by a person who is signed out, and then signed in as themselves.
    for (const follower of [client(), victim])
      expect(await refusalOf(follower.identity.verifyEmail({ token: linkOfAttacker }))).to.deep.equal([
        403,
        'auth.proof_required',
      ]);
    const verified = await answerOf((options) => victim.identity.verifyEmail({ token: ownLink }, options));
    expect(verified).to.deep.equal({ status: 201, data: { emailVerified: true, email } });

    const again = await client().identity.login({ email, password: ofAttacker });
    if (!isSession(again)) throw new Error('The sign-in asks for a second factor');
    expect(again.user).to.include({ id: stranger.user.id, emailVerified: false });
    expect(again.workspace?.id).to.equal(stranger.workspace?.id);
    const mallory = await clientOf(again);
    expect((await mallory.workspace.listWorkspaces()).count).to.equal(1);
    expect((await mallory.workspace.listMembers()).count).to.equal(1);
    expect((await mallory.workspace.listProjects()).count).to.equal(0);
    expect(await refusalOf(attacker.identity.verifyEmail({ token: linkOfAttacker }))).to.deep.equal([
      409,
      'auth.email_taken',
    ]);

    const host = await registerVerified('host@example.com', 'Host');
    await host.workspace.createInvitation({ email, role: 'member' });
    const token = await mailedToken(email, 'invitation');
    expect(await refusalOf(mallory.workspace.acceptInvitation({ token }))).to.deep.equal([
      403,
      'auth.email_unverified',
    ]);
    expect(await refusalOf(host.workspace.acceptInvitation({ token }))).to.deep.equal([
      403,
      'workspace_invitation.email_mismatch',
    ]);
    const { membership } = await victim.workspace.acceptInvitation({ token });
    expect(membership).to.include({ id: victimId, role: 'member', status: 'active' });
    const { members } = await host.workspace.listMembers();
    expect(members.map(({ displayName }) => displayName)).to.deep.equal(['Host', 'Vic']);
  });
});
