import { failureOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('getProject', () => {
  it('PRJ-2: a private project is not_found, at every endpoint, for people who cannot see it', async () => {
    const { chancery, owner, person, stranger } = await world();
    const [admin, member, guest, outsider] = [
      await person('admin'),
      await person('member'),
      await person('guest'),
      await stranger(),
    ];
    const { project } = await chancery.workspace.createProject(
      { name: 'Secret', visibility: 'private' },
      owner.session,
    );
    const projectId = project.id;
    const get = (caller: typeof owner) =>
      failureOf(chancery.workspace.getProject({ projectId }, caller.session));

    expect(await get(admin)).to.equal('none');
    for (const caller of [member, guest, outsider]) expect(await get(caller)).to.equal('project.not_found');
    expect(
      await failureOf(chancery.workspace.updateProject({ projectId, name: 'x' }, member.session)),
    ).to.equal('project.not_found');
    expect(await failureOf(chancery.workspace.archiveProject({ projectId }, member.session))).to.equal(
      'project.not_found',
    );
    expect(
      await failureOf(
        chancery.workspace.setProjectMember({ projectId, userId: member.id, role: 'lead' }, member.session),
      ),
    ).to.equal('project.not_found');
    expect(
      await failureOf(
        chancery.workspace.removeProjectMember({ projectId, userId: member.id }, member.session),
      ),
    ).to.equal('project.not_found');

    await chancery.workspace.setProjectMember(
      { projectId, userId: member.id, role: 'viewer' },
      owner.session,
    );
    expect(await get(member)).to.equal('none');
  });

  it('WSP-8: a project is not_found for a guest who is not a member of it, though the workspace sees it', async () => {
    const { chancery, owner, person } = await world();
    const guest = await person('guest');
    const { project } = await chancery.workspace.createProject({ name: 'Open' }, owner.session);

    expect(await failureOf(chancery.workspace.getProject({ projectId: project.id }, guest.session))).to.equal(
      'project.not_found',
    );
  });
});
