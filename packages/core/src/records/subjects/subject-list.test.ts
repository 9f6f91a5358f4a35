import { onBothDatabases, recordOffice, roundTripsOf } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { maskOf } from '../access/labels.ts';

onBothDatabases('lists of subjects', (database) => {
  const open = () => recordOffice({ database: database() });
  type Found = Awaited<ReturnType<Awaited<ReturnType<typeof open>>['list']>>;
  const names = ({ subjects }: Found) => subjects.map(({ displayName }) => displayName);

  it('begin with what was changed last, and go on by cursor', async () => {
    const { create, change, list, clock } = await open();
    for (const displayName of ['Ada', 'Bea', 'Cleo']) {
      await create({ displayName });
      clock.advance({ seconds: 1 });
    }
    const [oldest] = (await list()).subjects.slice(-1);
    await change(oldest?.id ?? '', { tags: ['Vip'] });

    const first = await list({ limit: 2 });
    const second = await list({ limit: 2, cursor: first.nextCursor });

    expect([names(first), names(second)]).to.deep.equal([['Ada', 'Cleo'], ['Bea']]);
    expect([first.count, first.withheldForPurpose]).to.deep.equal([2, 0]);
    expect([second.count, second.nextCursor, second.withheldForPurpose]).to.deep.equal([1, null, null]);
    expect(names(await list({ tag: 'vip' }))).to.deep.equal(['Ada']);
    expect(names(await list({ status: 'inactive' }))).to.deep.equal([]);
  });

  it('ask for all that belongs to a page in one round trip', async () => {
    const { create, list } = await open();
    await create({ displayName: 'Ada' });

    expect(await roundTripsOf(database(), () => list())).to.deep.equal({ roundTrips: 2, statements: 11 });
  });

  it('are searched by beginnings of words, whatever case and accents, and by whole identifiers and addresses', async () => {
    const { create, list } = await open();
    await create({
      displayName: 'José Müller',
      aliases: [{ displayName: 'Pepe O’Neil', use: 'nickname' }],
      identifiers: [{ type: 'passport', system: 'urn:passports', value: 'C01-X00' }],
      contacts: [
        { system: 'email', value: 'Jose@Example.org' },
        { system: 'phone', value: '+49 30 123456' },
      ],
    });
    await create({ displayName: 'Zoe 100% Sure' });
    const hits = async (search: string) => (await list({ search })).count;

    const found = [
      'jose mull',
      'MÜLLER',
      'pep',
      'onei',
      'neil',
      's-000001',
      'jose@example.org',
      '+49 30 123456',
      'c01 x00',
    ];
    expect(await Promise.all(found.map(hits))).to.deep.equal([1, 1, 1, 0, 1, 1, 1, 1, 1]);
    expect(await Promise.all(['uller', 'jose zoe', '%', 'c01', 'example.org'].map(hits))).to.deep.equal([
      0, 0, 0, 0, 0,
    ]);
    expect((await list({ identifier: 'urn:passports|c01x00' })).count).to.equal(1);
    expect((await list({ identifier: 'urn:others|c01x00' })).count).to.equal(0);
    expect((await list({ identifier: 'C01-X00' })).count).to.equal(1);
    expect((await list({ identifier: 'C01-X01' })).count).to.equal(0);
    const [listed] = (await list({ search: 'müller' })).subjects;
    expect(listed?.identifiers.map(({ value }) => value)).to.deep.equal(['••••-X00']);
  });

  it('REC-4: what labels hide leaves no trace in a list, and what only a purpose hides is counted', async () => {
    const { create, list, label, bo, cy, owner } = await open();
    const ids: string[] = [];
    for (const displayName of ['Ada', 'Bea', 'Cleo', 'Dora']) ids.push((await create({ displayName })).id);
    await label(ids[1] ?? '', maskOf(['restricted']));
    await label(ids[2] ?? '', maskOf(['psychotherapy']));
    await label(ids[3] ?? '', maskOf(['confidential']));
    const seen = async (as: typeof bo, input: object = {}) => {
      const found = await list(input, as);
      return [names(found), found.count, found.withheldForPurpose];
    };

    expect(await seen(cy)).to.deep.equal([['Ada'], 1, 0]);
    expect(await seen(cy, { purposeOfUse: 'treatment', limit: 1 })).to.deep.equal([['Ada'], 1, 0]);
    expect((await list({ limit: 1 }, cy)).nextCursor).to.equal(null);
    expect(await seen(owner)).to.deep.equal([['Dora', 'Ada'], 2, 0]);
    expect(await seen(bo)).to.deep.equal([['Dora', 'Ada'], 2, 2]);
    expect(await seen(bo, { purposeOfUse: 'legal_proceedings' })).to.deep.equal([
      ['Dora', 'Bea', 'Ada'],
      3,
      1,
    ]);
    expect(await seen(bo, { purposeOfUse: 'treatment' })).to.deep.equal([
      ['Dora', 'Cleo', 'Bea', 'Ada'],
      4,
      0,
    ]);
    expect(await seen(bo, { confidentiality: 'psychotherapy' })).to.deep.equal([[], 0, 1]);
  });

  it('show nothing to guests, who are in no case, and nothing of another workspace', async () => {
    const { create, list, guest, stranger } = await open();
    await create();

    expect(await list({}, guest)).to.deep.equal({
      subjects: [],
      count: 0,
      nextCursor: null,
      withheldForPurpose: 0,
    });
    expect((await list({ search: 'Ann' }, guest)).count).to.equal(0);
    expect((await list({ search: 'Ann' }, await stranger())).count).to.equal(0);
  });
});
