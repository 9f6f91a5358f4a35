import { failureOf, invited, longSessions, setSettings, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('listInvitations', () => {
  it('lists pending invitations, newest first, page by page; others by their status', async () => {
    const made = await world(longSessions);
    const { chancery, owner, clock } = made;
    const [first, second] = [await invited(made, { expiresInDays: 1 }), await invited(made)];
    clock.advance({ seconds: 1 });
    const third = await invited(made, { role: 'guest' });
    const list = (input: object) => chancery.workspace.listInvitations(input, owner.session);

    const page = await list({ limit: 2 });
    const rest = await list({ limit: 2, cursor: page.nextCursor });
    clock.advance({ days: 1 });

    expect([...page.invitations, ...rest.invitations].map(({ id }) => id)).to.deep.equal([
      third.invitation.id,
      second.invitation.id,
      first.invitation.id,
    ]);
    expect([page.count, rest.count, rest.nextCursor]).to.deep.equal([2, 1, null]);
    // An invitation expires at its second, not at the next hourly run.
    const expired = await list({ status: 'expired' });
    expect(expired.invitations.map(({ id, status }) => [id, status])).to.deep.equal([
      [first.invitation.id, 'expired'],
    ]);
    expect((await list({})).count).to.equal(2);
  });

  it('WSP-2: shows owners all, admins those of members and guests, and members their own if they may invite', async () => {
    const made = await world();
    const { chancery, person, owner } = made;
    await setSettings({ invitePolicy: 'members' }, made);
    const [admin, member, guest] = [await person('admin'), await person('member'), await person('guest')];
    await invited(made, { role: 'admin' });
    await invited(made, { role: 'guest' });
    await invited({ ...made, owner: member });
    const seen = async (who: typeof owner) =>
      (await chancery.workspace.listInvitations({}, who.session)).invitations.map(({ role }) => role);

    expect([await seen(owner), await seen(admin), await seen(member)]).to.deep.equal([
      ['member', 'guest', 'admin'],
      ['member', 'guest'],
      ['member'],
    ]);
    expect(await failureOf(seen(guest))).to.equal('permission.denied');
    await setSettings({ invitePolicy: 'admins' }, made);
    expect(await failureOf(seen(member))).to.equal('permission.denied');
  });
});
