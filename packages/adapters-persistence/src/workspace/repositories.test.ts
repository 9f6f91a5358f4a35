import type { Repositories } from '@chancery/core';
import { workspace } from '@chancery/core/internal';
import { expect } from 'chai';
import { onBothDatabases } from '../testing/both-databases.ts';
import { failureOf, type World, world } from '../testing/world.ts';

const inWorkspace = <T>(
  { ports, workspaceId }: World,
  work: (repositories: Repositories['workspace']) => Promise<T>,
) =>
  ports.unitOfWork.run('write', 'app', (transaction) => {
    transaction.enter(workspaceId);
    return work(transaction.repositories.workspace);
  });

onBothDatabases('projectRepository', (database) => {
  let here: World;
  let project: workspace.Project;
  beforeEach(async () => {
    here = await world({ database: database() });
    const { id } = (await here.chancery.workspace.createProject({ name: 'Audit' }, here.owner.session))
      .project;
    project = await inWorkspace(here, ({ projects }) => projects.get(id, null));
  });

  it('stores the next version, and refuses the one before', async () => {
    const save = (name: string) => inWorkspace(here, ({ projects }) => projects.save({ ...project, name }));

    expect((await save('Audits')).version).to.equal(2);
    expect(await failureOf(save('Auditing'))).to.equal('version_conflict');
    expect((await inWorkspace(here, ({ projects }) => projects.get(project.id, null))).name).to.equal(
      'Audits',
    );
  });

  it('lets exactly one of two writers of the same version win', async () => {
    const save = () => failureOf(inWorkspace(here, ({ projects }) => projects.save(project)));

    expect(await Promise.all([save(), save()])).to.have.members(['none', 'version_conflict']);
  });

  it('PRJ-1: reports that a key is taken: an insert by false, a change by its failure', async () => {
    const other = { ...project, id: here.ports.ids.uuid7(), members: [] };

    expect(await inWorkspace(here, ({ projects }) => projects.add(other))).to.equal(false);
    expect(await inWorkspace(here, ({ projects }) => projects.add({ ...other, key: 'OTHER' }))).to.equal(
      true,
    );
    const renamed = inWorkspace(here, ({ projects }) => projects.save({ ...other, key: project.key }));
    expect(await failureOf(renamed)).to.equal('project.key_taken');
    expect(await inWorkspace(here, ({ projects }) => projects.keysBeginning('O'))).to.deep.equal(['OTHER']);
  });

  it('PRJ-4: hands over the projects that the person alone leads, and nothing else', async () => {
    const [grace, heir] = [await here.person('member'), await here.person('member')];
    const at = here.clock.now();
    await inWorkspace(here, ({ projects }) =>
      projects.setMember(project.id, { userId: grace.id, role: 'contributor', addedAt: at }),
    );
    const pass = (userId: string) =>
      inWorkspace(here, ({ projects }) => projects.passLeads(userId, heir.id, at));

    expect(await pass(grace.id)).to.deep.equal([]);
    expect(await pass(here.owner.id)).to.deep.equal([project.id]);
    expect(await pass(here.owner.id)).to.deep.equal([]);
    await inWorkspace(here, ({ projects }) => projects.removePerson(here.owner.id, at));
    const after = await inWorkspace(here, ({ projects }) => projects.get(project.id, null));
    expect(after).to.include({ leadUserId: heir.id, version: 3 });
    expect(after.members.map(({ userId }) => userId)).to.have.members([grace.id, heir.id]);
  });
});

onBothDatabases('closures', (database) => {
  it('WSP-11: gives the active members of a workspace page by page, each once, for the mail that it closes', async () => {
    const here = await world({ database: database() });
    const people = [here.owner, await here.person('member'), await here.person('guest')];
    const gone = await here.person('member');
    await here.chancery.workspace.suspendMember({ userId: gone.id }, here.owner.session);
    const page = (after: string | null) =>
      inWorkspace(here, ({ closures }) => closures.activeMemberIds(after, 2));

    const first = await page(null);
    const second = await page(first.at(-1) ?? null);

    expect([first.length, second.length]).to.deep.equal([2, 1]);
    expect([...first, ...second]).to.have.members(people.map(({ id }) => id));
  });
});

onBothDatabases('memberRepository', (database) => {
  it('WSP-1: names the longest-standing other owner who can act', async () => {
    const here = await world({ database: database() });
    here.clock.advance({ days: 1 });
    const [second, third] = [await here.person('owner'), await here.person('owner')];
    await here.sql("update memberships set joined_at = joined_at + interval '1 day' where id = $1", [
      third.membershipId,
    ]);
    const besides = (userId: string) => inWorkspace(here, ({ members }) => members.ownerBesides(userId));

    expect(await besides(here.owner.id)).to.equal(second.id);
    expect(await besides(second.id)).to.equal(here.owner.id);
    await here.sql("update accounts set status = 'suspended' where id = $1", [second.id]);
    expect(await besides(here.owner.id)).to.equal(third.id);
  });

  it('lets exactly one of two writers of the same version win', async () => {
    const here = await world({ database: database() });
    const grace = await here.person('member');
    const member = await inWorkspace(here, ({ members }) => members.get(grace.id));
    const save = () =>
      failureOf(
        inWorkspace(here, ({ members }) => members.save(workspace.suspended(member, here.clock.now()))),
      );

    expect(await Promise.all([save(), save()])).to.have.members(['none', 'version_conflict']);
  });
});
