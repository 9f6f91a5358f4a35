import { failureOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('removeProjectMember', () => {
  it('lets leads remove, and everybody leave', async () => {
    const { chancery, owner, person, happened } = await world();
    const [member, guest, viewer] = [await person('member'), await person('guest'), await person('member')];
    const { project } = await chancery.workspace.createProject(
      { name: 'Audit', visibility: 'private' },
      owner.session,
    );
    const projectId = project.id;
    for (const { id } of [member, guest, viewer])
      await chancery.workspace.setProjectMember({ projectId, userId: id, role: 'viewer' }, owner.session);
    const remove = (caller: typeof owner, userId: string) =>
      failureOf(chancery.workspace.removeProjectMember({ projectId, userId }, caller.session));

    expect(await remove(viewer, member.id)).to.equal('permission.denied');
    expect(await remove(guest, guest.id)).to.equal('none');
    expect(await remove(viewer, viewer.id)).to.equal('none');
    expect(await remove(owner, viewer.id)).to.equal('member.not_found');
    const { project: after } = await chancery.workspace.removeProjectMember(
      { projectId, userId: member.id },
      owner.session,
    );

    expect(after.members.map(({ userId }) => userId)).to.deep.equal([owner.id]);
    expect(after).to.deep.equal((await chancery.workspace.getProject({ projectId }, owner.session)).project);
    expect((await happened()).at(-1)?.facts).to.deep.equal({ userId: member.id, role: null });
  });

  it('a lead who became a guest removes nobody from the project, and may leave it', async () => {
    const { chancery, owner, person } = await world();
    const [guest, viewer] = [await person('member'), await person('member')];
    const { project } = await chancery.workspace.createProject({ name: 'Audit' }, owner.session);
    const projectId = project.id;
    for (const [{ id }, role] of [
      [guest, 'lead'],
      [viewer, 'viewer'],
    ] as const)
      await chancery.workspace.setProjectMember({ projectId, userId: id, role }, owner.session);
    await chancery.workspace.updateMember({ userId: guest.id, role: 'guest' }, owner.session);
    const remove = (userId: string) =>
      failureOf(chancery.workspace.removeProjectMember({ projectId, userId }, guest.session));

    expect(await remove(viewer.id)).to.equal('permission.denied');
    expect(await remove(guest.id)).to.equal('none');
  });

  it('is refused for a version of the project that is not the current one', async () => {
    const { chancery, owner, person } = await world();
    const member = await person('member');
    const { project } = await chancery.workspace.createProject({ name: 'Audit' }, owner.session);
    const { project: joined } = await chancery.workspace.setProjectMember(
      { projectId: project.id, userId: member.id, role: 'viewer' },
      owner.session,
    );
    const remove = (expectedVersion: number) =>
      failureOf(
        chancery.workspace.removeProjectMember(
          { projectId: project.id, userId: member.id, expectedVersion },
          owner.session,
        ),
      );

    expect(await remove(joined.version + 1)).to.equal('version_conflict');
    expect(await remove(joined.version)).to.equal('none');
  });
});
