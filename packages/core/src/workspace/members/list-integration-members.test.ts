import {
  failureOf,
  noon,
  postgresDatabase,
  sharedDatabase,
  world,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';

type World = Awaited<ReturnType<typeof world>>;

const names = [
  'Zoë',
  'zoe',
  'Ζωή',
  'émile',
  'Emile',
  'EMILE',
  'Ångström',
  'Angstrom',
  'алиса',
  '王',
  '1st',
  '-x',
  'O’Neil',
  'ONeil',
  'o neil',
];

/** Adds members with these names, or as many as given. */
const join = ({ sql, workspaceId }: World, sortNames: readonly string[]) =>
  sql(
    `with people as (
       insert into accounts (id, display_name, locale, time_zone, status, created_at, updated_at, version)
       select 'usr_' || md5($1 || n), name, 'en', 'UTC', 'active', timestamptz '${noon}', timestamptz '${noon}', 1 from unnest($2::text[]) with ordinality given (name, n)
       returning id, display_name
     )
     insert into memberships (id, workspace_id, user_id, role, status, display_name, sort_name, joined_at, updated_at, version)
     select gen_random_uuid(), $1, id, 'member', 'active', display_name, display_name, timestamptz '${noon}', timestamptz '${noon}', 1 from people`,
    [workspaceId, sortNames],
  );
const reader = async ({ apiKey }: World) => (await apiKey('members.read')).caller;

describe('listIntegrationMembers', () => {
  it('INT-2: returns members, count and workspaceId, each member with exactly eight fields', async () => {
    const here = await world();
    const answer = await here.chancery.workspace.listIntegrationMembers({}, await reader(here));

    expect(answer)
      .to.have.all.keys('members', 'count', 'workspaceId')
      .and.include({ count: 1, workspaceId: here.workspaceId });
    expect(answer.members).to.deep.equal([
      {
        id: here.owner.id,
        displayName: 'Ada',
        email: here.owner.email,
        avatarUrl: null,
        role: 'owner',
        status: 'active',
        joinedAt: here.clock.now(),
        updatedAt: here.clock.now(),
      },
    ]);
  });

  it('INT-3: returns 1000 of 1001 members', async () => {
    const here = await world();
    await join(
      here,
      Array.from({ length: 1000 }, (_, index) => `Member ${index}`),
    );

    const { members, count } = await here.chancery.workspace.listIntegrationMembers({}, await reader(here));

    expect([members.length, count]).to.deep.equal([1000, 1000]);
  });

  it('INT-4: leaves out guests and suspended or removed members; an unverified address is null', async () => {
    const here = await world();
    const { chancery, owner, person, sql } = here;
    const [suspended, removed, unverified] = [
      await person('member'),
      await person('member'),
      await person('member', 'Unverified'),
    ];
    await person('guest');
    await chancery.workspace.suspendMember({ userId: suspended.id }, owner.session);
    await chancery.workspace.removeMember({ userId: removed.id }, owner.session);
    await sql('update accounts set email_verified_at = null where id = $1', [unverified.id]);

    const { members } = await chancery.workspace.listIntegrationMembers({}, await reader(here));

    expect(members.map(({ displayName, email }) => [displayName, email])).to.deep.equal([
      ['Ada', owner.email],
      ['Unverified', null],
    ]);
  });

  it('INT-5: orders names alike on PGlite and PostgreSQL, by the root collation and then by id', async () => {
    const postgres = await postgresDatabase();
    const orders = [];
    for (const database of [await sharedDatabase(), postgres]) {
      const here = await world({ database });
      await join(here, [...names, 'same', 'same', 'same']);
      const { members } = await here.chancery.workspace.listIntegrationMembers({}, await reader(here));
      orders.push(members.map(({ displayName }) => displayName));
      const ids = members.filter(({ displayName }) => displayName === 'same').map(({ id }) => id);
      expect(ids).to.deep.equal([...ids].sort());
    }
    await postgres.close();

    expect(orders[1]).to.deep.equal(orders[0]);
    expect(orders[0]?.filter((name) => name !== 'Ada')).to.deep.equal(
      [...names, 'same', 'same', 'same'].sort(new Intl.Collator('und').compare),
    );
  });

  it('KEY-7: needs the scope members.read', async () => {
    const { chancery, apiKey } = await world();

    expect(
      await failureOf(chancery.workspace.listIntegrationMembers({}, (await apiKey('projects.read')).caller)),
    ).to.equal('scope.missing');
  });
});
