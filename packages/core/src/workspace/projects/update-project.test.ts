import { failureOf, faultsOf, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

describe('updateProject', () => {
  it('changes what was sent, moves updatedAt, and names the changed fields', async () => {
    const { chancery, owner, clock, happened } = await world();
    const { project } = await chancery.workspace.createProject(
      { name: 'Audit', description: 'As it was' },
      owner.session,
    );
    clock.advance({ minutes: 1 });

    const answer = await chancery.workspace.updateProject(
      {
        projectId: project.id,
        name: 'Audits',
        status: 'on_hold',
        priority: 'medium',
        startDate: '2026-05-04',
      },
      owner.session,
    );

    expect(answer.project).to.deep.equal({
      ...project,
      name: 'Audits',
      status: 'on_hold',
      startDate: '2026-05-04',
      updatedAt: clock.now(),
      version: 2,
    });
    expect((await happened())[1]).to.deep.equal({
      type: 'project.updated',
      target: { kind: 'project', id: project.id },
      facts: {
        status: 'on_hold',
        visibility: 'workspace',
        priority: 'medium',
        leadUserId: owner.id,
        changed: ['name', 'status', 'startDate'],
      },
    });
  });

  it('writes nothing when nothing would change', async () => {
    const { chancery, owner, happened } = await world();
    const { project } = await chancery.workspace.createProject({ name: 'Audit' }, owner.session);

    expect(
      (await chancery.workspace.updateProject({ projectId: project.id, name: 'Audit' }, owner.session))
        .project.version,
    ).to.equal(1);
    expect(await happened()).to.have.length(1);
  });

  it('is for owners, admins and leads of the project', async () => {
    const { chancery, owner, person } = await world();
    const [admin, lead, contributor, other, guest] = [
      await person('admin'),
      await person('member'),
      await person('member'),
      await person('member'),
      await person('guest'),
    ];
    const { project } = await chancery.workspace.createProject({ name: 'Audit' }, lead.session);
    for (const { id } of [contributor, guest])
      await chancery.workspace.setProjectMember(
        { projectId: project.id, userId: id, role: 'contributor' },
        lead.session,
      );
    let number = 0;
    const update = (caller: typeof owner) =>
      failureOf(
        chancery.workspace.updateProject(
          { projectId: project.id, name: `Audit ${++number}` },
          caller.session,
        ),
      );

    for (const caller of [owner, admin, lead]) expect(await update(caller)).to.equal('none');
    for (const caller of [contributor, other, guest])
      expect(await update(caller)).to.equal('permission.denied');
  });

  it('PRJ-3: making it private keeps the listed members and nobody else; making it open again adds nobody', async () => {
    const { chancery, owner, person } = await world();
    const [member, other] = [await person('member'), await person('member')];
    const { project } = await chancery.workspace.createProject({ name: 'Audit' }, owner.session);
    const projectId = project.id;
    await chancery.workspace.setProjectMember(
      { projectId, userId: member.id, role: 'viewer' },
      owner.session,
    );
    const get = (caller: typeof owner) =>
      failureOf(chancery.workspace.getProject({ projectId }, caller.session));
    const switched = async (visibility: 'private' | 'workspace') =>
      (await chancery.workspace.updateProject({ projectId, visibility }, owner.session)).project.members.map(
        ({ userId }) => userId,
      );

    expect(await switched('private')).to.have.members([owner.id, member.id]);
    expect([await get(member), await get(other)]).to.deep.equal(['none', 'project.not_found']);
    expect(await switched('workspace')).to.have.members([owner.id, member.id]);
    expect([await get(member), await get(other)]).to.deep.equal(['none', 'none']);
  });

  it('PRJ-4: the named person becomes a lead of the project, and the other leads stay', async () => {
    const { chancery, owner, person } = await world();
    const grace = await person('member', 'Grace');
    const { project } = await chancery.workspace.createProject({ name: 'Audit' }, owner.session);

    const { project: after } = await chancery.workspace.updateProject(
      { projectId: project.id, leadUserId: grace.id },
      owner.session,
    );

    expect(after.leadUserId).to.equal(grace.id);
    expect(after.members.map(({ displayName, role }) => `${displayName} ${role}`)).to.have.members([
      'Ada lead',
      'Grace lead',
    ]);
  });

  it('PRJ-5: checks a changed date against the one that stays', async () => {
    const { chancery, owner } = await world();
    const { project } = await chancery.workspace.createProject(
      { name: 'Dated', startDate: '2026-05-04' },
      owner.session,
    );
    const update = (changes: object) =>
      faultsOf(chancery.workspace.updateProject({ projectId: project.id, ...changes }, owner.session));

    expect(await update({ targetDate: '2026-05-03' })).to.deep.equal([
      '/targetDate project.target_before_start',
    ]);
    expect(await update({ startDate: null, targetDate: '2026-05-03' })).to.deep.equal([]);
  });

  it('PRJ-1: refuses a key that is taken', async () => {
    const { chancery, owner } = await world();
    await chancery.workspace.createProject({ name: 'One', key: 'ONE' }, owner.session);
    const { project } = await chancery.workspace.createProject({ name: 'Two' }, owner.session);

    expect(
      await failureOf(chancery.workspace.updateProject({ projectId: project.id, key: 'ONE' }, owner.session)),
    ).to.equal('project.key_taken');
  });

  it('refuses an archived project, and an older version, for which it names the current one', async () => {
    const { chancery, owner } = await world();
    const { project } = await chancery.workspace.createProject({ name: 'Audit' }, owner.session);
    await chancery.workspace.archiveProject({ projectId: project.id, expectedVersion: 1 }, owner.session);
    const update = (expectedVersion?: number) =>
      chancery.workspace
        .updateProject(
          { projectId: project.id, name: 'x', ...(expectedVersion === undefined ? {} : { expectedVersion }) },
          owner.session,
        )
        .catch((error: unknown) => error);

    expect(await update()).to.include({ code: 'project.archived' });
    expect(await update(1))
      .to.include({ code: 'version_conflict' })
      .and.have.nested.property('details[0].message', 'The current version is 2.');
  });
});
