import { failureOf, faultsOf, postgresDatabase, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { projectColorOf } from '../project-key.ts';

describe('createProject', () => {
  it('PLT-1, PRJ-4: a lead who is nobody in the workspace is 404 before the limit of the plan is looked at', async () => {
    const { chancery, owner, person, sql, workspaceId } = await world();
    const grace = await person('member', 'Grace');
    await sql("update memberships set status = 'suspended' where id = $1", [grace.membershipId]);
    await sql("update workspaces set plan_code = 'free' where id = $1", [workspaceId]);
    for (const name of ['One', 'Two', 'Three'])
      await chancery.workspace.createProject({ name }, owner.session);
    const create = (more: object) =>
      failureOf(chancery.workspace.createProject({ name: 'Four', ...more }, owner.session));

    expect(await create({})).to.equal('plan.limit_reached');
    expect(await create({ leadUserId: grace.id })).to.equal('member.not_found');
  });

  it('creates a project that its creator leads', async () => {
    const { chancery, person, clock, happened } = await world();
    const grace = await person('member', 'Grace');

    const { project } = await chancery.workspace.createProject({ name: ' Annual audit ' }, grace.session);

    const { id, ...rest } = project;
    expect(rest).to.deep.equal({
      key: 'AA',
      name: 'Annual audit',
      description: '',
      priority: 'medium',
      status: 'active',
      visibility: 'workspace',
      color: projectColorOf('AA'),
      startDate: null,
      targetDate: null,
      leadUserId: grace.id,
      archivedAt: null,
      createdAt: clock.now(),
      updatedAt: clock.now(),
      version: 1,
      members: [{ userId: grace.id, displayName: 'Grace', role: 'lead', addedAt: clock.now() }],
    });
    expect((await chancery.workspace.getProject({ projectId: id }, grace.session)).project).to.deep.equal(
      project,
    );
    expect(await happened()).to.deep.equal([
      {
        type: 'project.created',
        target: { kind: 'project', id },
        facts: { status: 'active', visibility: 'workspace', priority: 'medium', leadUserId: grace.id },
      },
    ]);
  });

  it('PRJ-1: a project has the key and everything else that it is given', async () => {
    const { chancery, owner } = await world();
    const given = {
      key: 'TAX',
      name: 'Audit',
      description: 'Of the year before',
      priority: 'critical',
      status: 'on_hold',
      visibility: 'private',
      color: '#0a0b0c',
      startDate: '2026-05-04',
      targetDate: '2026-05-05',
    } as const;

    const { project } = await chancery.workspace.createProject(given, owner.session);

    expect(project).to.deep.include(given);
    expect(project.color).to.not.equal(projectColorOf('TAX'));
  });

  it('PRJ-4: makes the named person a lead beside the creator, if they are an active member', async () => {
    const { chancery, owner, person, stranger } = await world();
    const grace = await person('member', 'Grace');
    const create = (leadUserId: string) =>
      chancery.workspace.createProject({ name: 'Led', leadUserId }, owner.session);

    const { project } = await create(grace.id);
    expect(project.leadUserId).to.equal(grace.id);
    expect(project.members.map(({ displayName, role }) => `${displayName} ${role}`)).to.deep.equal([
      'Ada lead',
      'Grace lead',
    ]);
    await chancery.workspace.suspendMember({ userId: grace.id }, owner.session);
    expect(await failureOf(create(grace.id))).to.equal('member.not_found');
    expect(await failureOf(create((await stranger()).id))).to.equal('member.not_found');
  });

  it('PRJ-1: refuses a key that another project has, an archived one included', async () => {
    const { chancery, owner } = await world();
    const create = () => chancery.workspace.createProject({ name: 'Audit', key: 'AUD' }, owner.session);
    const { project } = await create();
    await chancery.workspace.archiveProject({ projectId: project.id }, owner.session);

    expect(await failureOf(create())).to.equal('project.key_taken');
    expect((await chancery.workspace.createProject({ name: 'Aud' }, owner.session)).project.key).to.equal(
      'AUD2',
    );
    expect(
      await faultsOf(chancery.workspace.createProject({ name: 'Audit', key: 'aud' }, owner.session)),
    ).to.deep.equal(['/key field.invalid']);
  });

  it('PRJ-1: derives different keys for one name at once', async () => {
    const database = await postgresDatabase();
    const { chancery, owner, person } = await world({ database });
    const grace = await person('admin');

    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        chancery.workspace.createProject({ name: 'Audit' }, (index % 2 ? owner : grace).session),
      ),
    );

    expect(new Set(made.map(({ project }) => project.key)).size).to.equal(20);
    await database.close();
  });

  it('PRJ-1: takes the next key when another project took the derived one meanwhile', async () => {
    const database = await postgresDatabase();
    const { chancery, owner } = await world({ database });
    const { project } = await chancery.workspace.createProject({ name: 'Other', key: 'ZZ' }, owner.session);
    const other = await database.pool.connect();
    await other.query('begin');
    await other.query("update projects set key = 'AUD' where id = $1", [project.id]);

    const creation = chancery.workspace.createProject({ name: 'Audit' }, owner.session);
    const waiting = async () =>
      (
        await database.pool.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).rowCount === 1;
    while (!(await waiting()));
    await other.query('commit');
    other.release();

    expect((await creation).project.key).to.equal('AUDI');
    await database.close();
  });

  it('BIL-4: lets exactly one of fifty creations pass at one below the limit', async () => {
    const database = await postgresDatabase();
    const { chancery, owner, sql, workspaceId } = await world({ database });
    await sql("update workspaces set plan_code = 'free' where id = $1", [workspaceId]);
    for (const name of ['One', 'Two']) await chancery.workspace.createProject({ name }, owner.session);

    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        failureOf(chancery.workspace.createProject({ name: 'Third' }, owner.session)),
      ),
    );

    expect(answers.filter((code) => code === 'none')).to.have.length(1);
    expect(answers.filter((code) => code === 'plan.limit_reached')).to.have.length(49);
    expect(
      await sql(
        'select (select count(*)::int from projects) projects, used from usage_counters where code = $1',
        ['projects'],
      ),
    ).to.deep.equal([{ projects: 3, used: 3 }]);
    await database.close();
  });

  it('PRJ-5: refuses a targetDate before the startDate', async () => {
    const { chancery, owner } = await world();
    const create = (startDate: string, targetDate: string) =>
      faultsOf(chancery.workspace.createProject({ name: 'Dated', startDate, targetDate }, owner.session));

    expect(await create('2026-05-05', '2026-05-04')).to.deep.equal([
      '/targetDate project.target_before_start',
    ]);
    expect(await create('2026-05-04', '2026-05-04')).to.deep.equal([]);
    expect(await create('2026-02-30', '2026-05-04')).to.deep.equal(['/startDate field.invalid']);
  });

  it('PRJ-5: returns dates as they were sent', async () => {
    const { chancery, owner } = await world();
    const { project } = await chancery.workspace.createProject(
      { name: 'Dated', startDate: '2026-03-29', targetDate: '2026-10-25' },
      owner.session,
    );

    expect(
      (await chancery.workspace.getProject({ projectId: project.id }, owner.session)).project,
    ).to.include({ startDate: '2026-03-29', targetDate: '2026-10-25' });
  });

  it('is refused to guests', async () => {
    const { chancery, person } = await world();

    expect(
      await failureOf(chancery.workspace.createProject({ name: 'x' }, (await person('guest')).session)),
    ).to.equal('permission.denied');
  });
});
