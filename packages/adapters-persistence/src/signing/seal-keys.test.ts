import type { StoredSealLeaf, StoredSealRoot } from '@chancery/core';
import { expect } from 'chai';
import { onBothDatabases } from '../testing/both-databases.ts';
import { world } from '../testing/index.ts';
import { sealKeyStore } from './seal-keys.ts';

const id = (number: number) => `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const day = (number: number) => `2026-05-${String(number).padStart(2, '0')}T09:30:00.000Z`;
const root = (number: number): StoredSealRoot => ({
  id: id(number),
  algorithm: 'ec',
  certificate: Buffer.from(`root ${number}`),
  privateSealed: Buffer.from(`sealed ${number}`),
  validFrom: day(1),
  validUntil: '2036-05-01T09:30:00.000Z',
  createdAt: day(number),
});
const leaf = (number: number, workspaceId: string): StoredSealLeaf => ({
  ...root(number),
  workspaceId,
  rootId: id(1),
  ownerName: `Praxis ${number}`,
});

onBothDatabases('the store of keys of seals', (database) => {
  const store = () => sealKeyStore(database());
  beforeEach(async () => {
    await database().pool.query('delete from seal_leaves; delete from seal_roots');
  });

  it('of many processes that make a root at once, one makes it', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map((number) => store().addRoot(root(number), null)));

    const kept = await store().roots();
    expect(kept).to.have.length(1);
    for (const answer of answers) expect(answer).to.deep.equal(kept);
  });

  it('keeps a successor beside the root, the oldest first', async () => {
    await store().addRoot(root(1), null);

    await store().addRoot(root(2), id(1));
    await store().addRoot(root(3), id(1));

    expect(await store().roots()).to.deep.equal([root(1), root(2)]);
  });

  it('of many processes that make a key for a workspace at once, one makes it, and all get that one', async () => {
    const { workspaceId } = await world({ database: database() });
    await store().addRoot(root(1), null);
    expect(await store().leaf(workspaceId)).to.equal(null);

    const made = [1, 2, 3, 4].map((number) => leaf(number, workspaceId));
    const answers = await Promise.all(made.map((each) => store().replaceLeaf(each, null)));

    const kept = await store().leaf(workspaceId);
    expect(new Set(answers.map((answer) => answer.id))).to.deep.equal(new Set([kept?.id]));
    expect(kept).to.deep.equal(made.find((each) => each.id === kept?.id));
  });

  it('SEA-10: a renewed key takes the place of the one before, which is destroyed', async () => {
    const { workspaceId } = await world({ database: database() });
    await store().addRoot(root(1), null);
    await store().replaceLeaf(leaf(1, workspaceId), null);

    const renewed = await store().replaceLeaf(leaf(2, workspaceId), id(1));
    const late = await store().replaceLeaf(leaf(3, workspaceId), id(1));

    expect([renewed, late]).to.deep.equal([leaf(2, workspaceId), leaf(2, workspaceId)]);
    expect((await database().pool.query('select id from seal_leaves')).rows).to.deep.equal([{ id: id(2) }]);
  });

  it('finds no key of another workspace', async () => {
    const [one, other] = [await world({ database: database() }), await world({ database: database() })];
    await store().addRoot(root(1), null);
    await store().replaceLeaf(leaf(1, one.workspaceId), null);

    expect(await store().leaf(other.workspaceId)).to.equal(null);
    expect(await store().leaves()).to.deep.equal([leaf(1, one.workspaceId)]);
  });
});
