import { workspace } from '@chancery/core';
import { expect } from 'chai';
import { onBothDatabases } from '../testing/both-databases.ts';
import { postgresDatabase } from '../testing/databases.ts';
import { statementsOf } from '../testing/statements.ts';
import { type World, world } from '../testing/world.ts';

/** What a context asks of the directory, as the application role, in the workspace of the world or another. */
const asked = <T>(
  { ports, workspaceId }: World,
  work: (directory: workspace.MemberDirectory) => Promise<T>,
  inWorkspace = workspaceId,
) =>
  ports.unitOfWork.run('read', 'app', (transaction) => {
    transaction.enter(inWorkspace);
    return work(transaction.repositories.workspace.memberDirectory);
  });

onBothDatabases('MemberDirectory', (database) => {
  const here = () => world({ database: database() });
  const namesFor = async (made: World, text: string, roles: Parameters<typeof search>[2] = null) =>
    (await search(made, text, roles)).map(({ displayName }) => displayName);
  /** Adds a member of a name that no address could be made of. */
  const named = async (made: World, name: string) => {
    const { membershipId } = await made.person('member');
    await made.sql(
      'update memberships set display_name = $2, sort_name = normalize($2, nfc), email = null where id = $1',
      [membershipId, name],
    );
  };
  const search = (
    made: World,
    text: string,
    roles: Parameters<workspace.MemberDirectory['search']>[1] = null,
  ) => asked(made, (directory) => directory.search(text, roles, null, 50));

  it('finds members by any part of their name or address, whatever its case, accents and letter forms', async () => {
    const made = await here();
    for (const name of ['Émile Zøla', 'Jörg Straße', 'Łukasz Ǳ', 'Ξένια', 'Decomposed Zoe\u0308'])
      await named(made, name);
    const address = made.owner.email;

    for (const [text, found] of [
      ['emile', ['Émile Zøla']],
      ['ÉMILE', ['Émile Zøla']],
      ['E\u0301mile', ['Émile Zøla']],
      ['zola', ['Émile Zøla']],
      ['STRASSE', ['Jörg Straße']],
      ['ｊｏｒｇ', ['Jörg Straße']],
      ['lukasz dz', ['Łukasz Ǳ']],
      ['ΞΕΝΙΑ', ['Ξένια']],
      ['zoë', ['Decomposed Zoe\u0308']],
      [address.toUpperCase(), ['Ada']],
      [` ${address.slice(1)} `, ['Ada']],
      ['nobody', []],
    ] as const)
      expect(await namesFor(made, text), text).to.deep.equal(found);
    expect(await namesFor(made, '')).to.have.length(6);
  });

  it('takes the signs of a pattern for what they are, and answers a text that is too long or no text', async () => {
    const made = await here();
    for (const name of ['100%', 'a_b', 'a\\b', 'axb']) await named(made, name);

    for (const [text, found] of [
      ['%', ['100%']],
      ['％', ['100%']],
      ['_', ['a_b']],
      ['a_b', ['a_b']],
      ['\\', ['a\\b']],
      ['\\%', []],
      ["'; drop table memberships; --", []],
      ['x'.repeat(400), []],
      ['x'.repeat(1_000_000), []],
      ['x\0', []],
      ['\ud800', []],
      [`e${'\u0301'.repeat(399)}`, ['e']],
    ] as const)
      expect(
        (await namesFor(made, text)).filter((name) => name.length < 5),
        text.slice(0, 30),
      ).to.deep.equal(found[0] === 'e' ? await namesFor(made, 'e') : found);
  });

  it('finds active members of the roles that are asked for, with all that the directory says of them', async () => {
    const made = await here();
    const guest = await made.person('guest', 'Grace');
    const suspended = await made.person('member', 'Gregor');
    await made.chancery.workspace.suspendMember({ userId: suspended.id }, made.owner.session);
    const removed = await made.person('member', 'Greta');
    await made.chancery.workspace.removeMember({ userId: removed.id }, made.owner.session);

    expect(await search(made, 'gr')).to.deep.equal([
      {
        userId: guest.id,
        displayName: 'Grace',
        sortName: 'Grace',
        email: guest.email,
        role: 'guest',
        status: 'active',
      },
    ]);
    expect(await namesFor(made, 'gr', ['owner', 'member'])).to.deep.equal([]);
    expect(await namesFor(made, '', ['owner', 'guest'])).to.deep.equal(['Ada', 'Grace']);
    expect(await namesFor(made, '', [])).to.deep.equal([]);
  });

  it('orders by name as every database does, and continues after the key of the last member', async () => {
    const made = await here();
    for (const name of ['zoe', 'Émile', 'eve', 'Ängel', 'eve']) await named(made, name);
    const names: string[] = [];
    let after: readonly string[] | null = null;
    do {
      const from: readonly string[] | null = after;
      const found: readonly workspace.FoundMember[] = await asked(made, (directory) =>
        directory.search('e', null, from, 2),
      );
      names.push(...found.slice(0, 2).map(({ displayName }) => displayName));
      const last = found.at(1);
      after = found.length > 2 && last !== undefined ? workspace.memberCursor.keyOf(last) : null;
    } while (after !== null);

    expect(names).to.deep.equal(['Ada', 'Ängel', 'Émile', 'eve', 'eve', 'zoe']);
    expect(workspace.memberCursor.parts).to.have.length(2);
  });

  it('PLT-11: finds nobody of another workspace, and nobody at all while none is entered', async () => {
    const [made, other] = [await here(), await here()];
    const people = [made.owner.id, other.owner.id];
    const both = (inWorkspace: string) =>
      asked(
        made,
        async (directory) => [
          (await directory.search('', null, null, 50)).map(({ userId }) => userId),
          (await directory.profiles(people)).map(({ userId }) => userId),
        ],
        inWorkspace,
      );

    expect(await both(made.workspaceId)).to.deep.equal([[made.owner.id], [made.owner.id]]);
    expect(await both(other.workspaceId)).to.deep.equal([[other.owner.id], [other.owner.id]]);
    expect(await both('')).to.deep.equal([[], []]);
  });

  it('says language and zone of members, also of suspended ones, and of nobody else', async () => {
    const made = await here();
    const [suspended, removed] = [await made.person('member'), await made.person('member')];
    await made.chancery.identity.updateMe({ locale: 'de-AT', timeZone: 'Europe/Vienna' }, suspended.session);
    await made.chancery.workspace.suspendMember({ userId: suspended.id }, made.owner.session);
    await made.chancery.workspace.removeMember({ userId: removed.id }, made.owner.session);
    const stranger = await made.stranger();

    const profiles = await asked(made, (directory) =>
      directory.profiles([suspended.id, removed.id, stranger.id, 'usr_nobody']),
    );

    expect(profiles).to.deep.equal([{ userId: suspended.id, locale: 'de-AT', timeZone: 'Europe/Vienna' }]);
  });

  it('asks the database once for a search, and once for profiles', async () => {
    const made = await here();
    const asks = await statementsOf(database(), () =>
      asked(made, async (directory) => {
        await directory.search('ada', null, null, 50);
        await directory.profiles([made.owner.id]);
      }),
    );

    expect(asks.filter((text) => /chancery_(search|member)/.test(text))).to.have.length(2);
    expect(asks.filter((text) => /^\s*(select|with)/.test(text) && !/set_config/.test(text))).to.have.length(
      2,
    );
  });
});

describe('MemberDirectory among many', () => {
  it('reads the index of the texts for a word, and that of the names for one letter', async () => {
    const database = await postgresDatabase({ poolSize: 2 });
    const { workspaceId } = await world({ database });
    const client = await database.pool.connect();
    const scans = async () => {
      const { rows } = await client.query<{ text: number; name: number }>(
        `select pg_stat_get_xact_numscans('memberships_by_text'::regclass)::integer "text",
                pg_stat_get_xact_numscans('memberships_by_name'::regclass)::integer "name"`,
      );
      return rows[0] ?? { text: 0, name: 0 };
    };
    /** How often each index was begun with, and how many members were found. */
    const indexesOf = async (text: string) => {
      await client.query('begin; set local role chancery_app');
      await client.query("select set_config('app.workspace', $1, true)", [workspaceId]);
      const before = await scans();
      const { rows } = await client.query('select * from chancery_search_members($1, null, null, null, 51)', [
        text,
      ]);
      const after = await scans();
      await client.query('commit');
      return { text: after.text - before.text, name: after.name - before.name, found: rows.length };
    };
    try {
      // Without accounts, which the search does not read.
      await client.query('set session_replication_role = replica');
      await client.query(
        `insert into memberships (id, workspace_id, user_id, role, status, display_name, sort_name, email, joined_at, updated_at, version)
         select gen_random_uuid(), $1, 'usr_' || n, 'member', 'active', 'Person ' || md5(n::text), 'Person ' || md5(n::text), null, now(), now(), 1
         from generate_series(1, 4000) n`,
        [workspaceId],
      );
      await client.query('vacuum analyze memberships');

      expect(await indexesOf('example')).to.deep.equal({ text: 1, name: 0, found: 1 });
      expect(await indexesOf('p')).to.deep.equal({ text: 0, name: 1, found: 51 });
    } finally {
      client.release(true);
      await database.close();
    }
  });
});
