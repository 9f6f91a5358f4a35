import { failureOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('getMember', () => {
  it('shows a member, and not the member of another workspace', async () => {
    const { chancery, owner, person, stranger } = await world();
    const grace = await person('member', 'Grace');

    const { member } = await chancery.workspace.getMember({ userId: owner.id }, grace.session);

    expect(member)
      .to.include({ id: owner.id, displayName: 'Ada', role: 'owner', status: 'active', version: 1 })
      .and.not.have.property('membershipId');
    expect(
      await failureOf(chancery.workspace.getMember({ userId: (await stranger()).id }, owner.session)),
    ).to.equal('member.not_found');
  });

  it('WSP-8: shows guests themselves, and reveals nothing about others, member or not', async () => {
    const { chancery, owner, person, stranger } = await world();
    const guest = await person('guest');

    expect((await chancery.workspace.getMember({ userId: guest.id }, guest.session)).member.id).to.equal(
      guest.id,
    );
    for (const { id } of [owner, await stranger()]) {
      expect(await failureOf(chancery.workspace.getMember({ userId: id }, guest.session))).to.equal(
        'permission.denied',
      );
    }
  });
});
