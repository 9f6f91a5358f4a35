import { expect } from 'chai';
import { type Installation, openInstallation, refusalOf, storyPassword } from './testing/installation.ts';
import { answerOf, peopleOf } from './testing/people.ts';

const email = 'lea@example.com';

// The responsibility that only one person may finish is a live session here: cases, and records that keep the name as
// signed, belong to contexts that come later.
describe('story: leaving for good (platform 10, walk-through 10)', () => {
  let installation: Installation;
  before(async () => {
    installation = await openInstallation();
  });
  after(() => installation?.close());

  it('hands over what only one person may finish, and leaves only an id where the person was', async () => {
    const { client, mails, ledger } = installation;
    const { clientOf, registerVerified, joinByInvitation } = peopleOf(installation);
    const owner = await registerVerified('olga@example.com', 'Olga');
    const { user, workspace } = await owner.identity.getMe();
    const workspaceId = workspace?.id ?? '';
    await joinByInvitation(owner, { email, displayName: 'Lea', role: 'member' });
    const signIn = await client().identity.login({ email, password: storyPassword });
    if (signIn.tokenType !== 'Bearer') throw new Error('The sign-in asks for a second factor');
    const lea = await clientOf(signIn);
    const leaId = signIn.user.id;
    const { meeting } = await lea.meetings.createInstantMeeting({ title: 'Hearing' });
    const sessionId = meeting.nextOccurrence?.id ?? '';
    const { meeting: later } = await lea.meetings.createMeeting({
      title: 'Second hearing',
      scheduledStartAt: `${new Date().getUTCFullYear() + 1}-06-01T09:00:00Z`,
      timeZone: 'Europe/Berlin',
    });

    const deactivate = () => lea.identity.deactivateAccount({ confirm: 'DELETE', reason: 'I retire' });
    const refused = await deactivate().then(
      () => null,
      (error) => error,
    );
    expect(refused).to.include({ status: 409, code: 'account.open_responsibilities' });
    expect(refused.details.map(({ code }: { code: string }) => code)).to.deep.equal(['live_session']);
    expect(refused.details[0].message).to.include(workspace?.name).and.include(sessionId);

    const remove = (reassignToUserId?: string) =>
      answerOf((options) =>
        owner.workspace.removeMember(
          { userId: leaId, ...(reassignToUserId ? { reassignToUserId } : {}) },
          options,
        ),
      );
    expect(await refusalOf(remove())).to.deep.equal([409, 'member.open_responsibilities']);
    const removed = await remove(user.id);
    expect([removed.status, removed.data.member.status]).to.deep.equal([200, 'removed']);
    for (const meetingId of [meeting.id, later.id])
      expect((await owner.meetings.getMeeting({ meetingId })).meeting.organizer.userId).to.equal(user.id);

    const left = await answerOf((options) =>
      lea.identity.deactivateAccount({ confirm: 'DELETE', reason: 'I retire' }, options),
    );
    expect(left.status).to.equal(200);
    expect(left.data).to.include({ userId: leaId, status: 'deactivated' });
    const { accessToken, refreshToken } = signIn;
    expect(await refusalOf(client({ accessToken }).identity.getMe())).to.deep.equal([
      401,
      'auth.session_revoked',
    ]);
    expect(await refusalOf(client().identity.refreshSession({ refreshToken }))).to.deep.equal([
      401,
      'auth.refresh_invalid',
    ]);
    expect(await refusalOf(client().identity.login({ email, password: storyPassword }))).to.deep.equal([
      401,
      'auth.invalid_credentials',
    ]);

    // Within a day each context erases what it holds about the person, even in workspaces that they had left before (ACC-5).
    await mails();
    const { members } = await owner.workspace.listMembers({ status: 'removed' });
    expect(members.map(({ id, displayName, email: address }) => [id, displayName, address])).to.deep.equal([
      [leaId, 'Former member', null],
    ]);
    const { actions, holds } = await ledger(workspaceId);
    expect(holds).to.equal(true);
    expect(actions).to.include.members(['member.joined', 'member.removed', 'user.scrubbed']);

    const anew = await client().identity.registerAccount({
      email,
      displayName: 'Lea',
      password: storyPassword,
    });
    expect(anew.isNewUser).to.equal(true);
    expect(anew.user.id).to.not.equal(leaId);
    const again = await clientOf(anew);
    expect((await again.workspace.listWorkspaces()).workspaces.map(({ id }) => id)).to.deep.equal([
      anew.workspace?.id,
    ]);
    expect((await again.meetings.listMeetings()).meetings).to.deep.equal([]);
  });
});
