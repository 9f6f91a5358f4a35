import { world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('mailApiKeyActorLeft', () => {
  const arrange = async () => {
    const made = await world();
    const { chancery, owner, person, worker, ports } = made;
    const actor = await person('member', 'Bob');
    const key = (name: string) =>
      chancery.integrations.createApiKey(
        { name, scopes: ['meetings.write'], actsAsUserId: actor.id },
        owner.session,
      );
    await key('Booking');
    const { apiKey: gone } = await key('Gone');
    await chancery.integrations.revokeApiKey({ apiKeyId: gone.id }, owner.session);
    await worker.drain();
    const notices = async () => {
      await worker.drain();
      return ports.mail.sent
        .splice(0)
        .filter(({ text }) => text.includes('The keys go on reading'))
        .map(({ to, text }) => [to.address, /Keys: (.*)/.exec(text)?.[1], text.includes('Bob left')]);
    };
    return { ...made, actor, notices };
  };

  it('WSP-13: owners are mailed about the keys of somebody who was removed, suspended or became a guest', async () => {
    for (const end of ['removed', 'suspended', 'guest'] as const) {
      const { chancery, owner, person, actor, notices } = await arrange();
      const other = await person('owner', 'Grace');
      await person('admin');

      if (end === 'removed') await chancery.workspace.removeMember({ userId: actor.id }, owner.session);
      if (end === 'suspended') await chancery.workspace.suspendMember({ userId: actor.id }, owner.session);
      if (end === 'guest')
        await chancery.workspace.updateMember({ userId: actor.id, role: 'guest' }, owner.session);

      expect(await notices(), end).to.have.deep.members([
        [owner.email, 'Booking', true],
        [other.email, 'Booking', true],
      ]);
    }
  });

  it('WSP-13: nobody is mailed if no key acts as the person, or if they can still act', async () => {
    const { chancery, owner, person, actor, notices } = await arrange();
    const bystander = await person('member', 'Eve');

    await chancery.workspace.removeMember({ userId: bystander.id }, owner.session);
    await chancery.workspace.updateMember({ userId: actor.id, role: 'admin' }, owner.session);

    expect(await notices()).to.deep.equal([]);
  });
});
