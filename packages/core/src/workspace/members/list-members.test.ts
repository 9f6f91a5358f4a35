import { failureOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('listMembers', () => {
  it('lists active and suspended members by name, page by page', async () => {
    const { chancery, owner, person, sql } = await world();
    for (const name of ['zoe', 'Émile', 'eve', 'Ängel']) {
      await sql('update memberships set display_name = $2, sort_name = $2 where id = $1', [
        (await person('member')).membershipId,
        name,
      ]);
    }
    const gone = await person('member', 'Gone');
    await chancery.workspace.removeMember({ userId: gone.id }, owner.session);

    const names: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await chancery.workspace.listMembers(
        { limit: 2, ...(cursor === undefined ? {} : { cursor }) },
        owner.session,
      );
      expect(page.count).to.equal(page.members.length).and.to.be.at.most(2);
      names.push(...page.members.map(({ displayName }) => displayName));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);

    expect(names).to.deep.equal(['Ada', 'Ängel', 'Émile', 'eve', 'zoe']);
  });

  it('finds members by part of a name or an address, by role and by status', async () => {
    const { chancery, owner, person } = await world();
    const grace = await person('guest', 'Grace');
    const linus = await person('member', 'Linus');
    await chancery.workspace.suspendMember({ userId: linus.id }, owner.session);
    const found = async (input: object) =>
      (await chancery.workspace.listMembers(input, owner.session)).members.map(({ id }) => id);

    expect(await found({ search: 'RAC' })).to.deep.equal([grace.id]);
    expect(await found({ search: 'gräce' })).to.deep.equal([grace.id]);
    expect(await found({ search: '%' })).to.deep.equal([]);
    expect(await found({ search: linus.email.slice(0, 12) })).to.deep.equal([linus.id]);
    expect(await found({ role: 'guest' })).to.deep.equal([grace.id]);
    expect(await found({ status: 'suspended' })).to.deep.equal([linus.id]);
  });

  it('shows owners and admins, and nobody else, who has a second factor', async () => {
    const { chancery, owner, person } = await world();
    const shown = async (role: 'admin' | 'member') =>
      (await chancery.workspace.listMembers({}, (await person(role)).session)).members[0]?.hasSecondFactor;

    expect(await shown('admin')).to.equal(false);
    expect(await shown('member')).to.equal(null);
    expect(
      (await chancery.workspace.getMember({ userId: owner.id }, owner.session)).member.hasSecondFactor,
    ).to.equal(false);
  });

  it('WSP-8: is refused to guests', async () => {
    const { chancery, person } = await world();

    expect(await failureOf(chancery.workspace.listMembers({}, (await person('guest')).session))).to.equal(
      'permission.denied',
    );
  });
});
