import { aStranger, failureOf, invited, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('previewInvitation', () => {
  it('AUT-15: shows anyone who opens the link what it is for, and does not use it up', async () => {
    const made = await world();
    const { chancery } = made;
    const { email, token } = await invited(made, { role: 'admin' });
    const look = () => chancery.workspace.previewInvitation({ token }, aStranger());

    expect(await look()).to.deep.equal({
      workspaceName: "Ada's workspace",
      workspaceLogoUrl: null,
      inviterDisplayName: 'Ada',
      email,
      role: 'admin',
      expiresAt: '2026-11-30T12:00:00.000Z',
      status: 'pending',
    });
    expect(await look()).to.deep.equal(await look());
  });

  it('does not name a former member', async () => {
    const made = await world();
    const { chancery, owner, person } = made;
    const admin = await person('admin', 'Bob');
    const { token } = await invited({ ...made, owner: admin });
    await chancery.workspace.removeMember({ userId: admin.id }, owner.session);

    const { inviterDisplayName } = await chancery.workspace.previewInvitation({ token }, aStranger());

    expect(inviterDisplayName).to.equal('Former member');
  });

  it('THR-9: is throttled by network where the link opens nothing, and a good one has sixty a minute of its own', async () => {
    const made = await world();
    const { chancery, ports } = made;
    const { token } = await invited(made, { role: 'admin' });
    const look = (of: string) => failureOf(chancery.workspace.previewInvitation({ token: of }, aStranger()));

    ports.throttle.closed.add('public_token');
    expect([await look('A'.repeat(43)), await look(token)]).to.deep.equal(['rate_limited', 'none']);

    ports.throttle.closed.clear();
    ports.throttle.closed.add('public_token_link');
    expect(await look(token)).to.equal('rate_limited');
  });
});
