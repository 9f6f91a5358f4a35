import { invited, longSessions, seatsOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('expireInvitations', () => {
  it('WSP-5: expires overdue invitations in every workspace, and frees their seats', async () => {
    const [made, other] = [await world(longSessions), await world(longSessions)];
    await invited(made, { expiresInDays: 1 });
    await invited(made, { role: 'guest', expiresInDays: 2 });
    await invited(other, { expiresInDays: 1 });
    for (const { clock } of [made, other]) clock.advance({ days: 1, seconds: -1 });
    await made.worker.run('workspace.expire_invitations');
    expect((await seatsOf(made)).members).to.deep.equal({ used: 1, reserved: 1 });
    for (const { clock } of [made, other]) clock.advance({ seconds: 1 });

    await made.worker.run('workspace.expire_invitations');

    expect(await seatsOf(made)).to.deep.equal({
      members: { used: 1, reserved: 0 },
      guests: { used: 0, reserved: 1 },
    });
    expect((await seatsOf(other)).members).to.deep.equal({ used: 1, reserved: 0 });
    for (const { happened } of [made, other])
      expect(
        (await happened()).filter(({ type }) => type === 'workspace_invitation.expired').length,
      ).to.equal(1);
  });
});
