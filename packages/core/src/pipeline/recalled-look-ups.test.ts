import { recordOffice, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { RecalledLookUps } from './recalled-look-ups.ts';
import { mostRecentIds } from './recent-ids.ts';
import { notedModes } from './testing/noted-modes.ts';

describe('look-ups that a read may begin with', () => {
  it('say at once what was remembered, and in the end whether it is so still', async () => {
    const lookUps = new RecalledLookUps();
    let cleared = 1;
    const look = async () => ({ cleared });
    await lookUps.asking('workspace').call(null, 'reader', look);

    const same = lookUps.ahead('workspace');
    expect(await same.recall('reader', look)).to.deep.equal({ cleared: 1 });
    expect(await same.holds()).to.equal(true);

    cleared = 2;
    const changed = lookUps.ahead('workspace');
    expect(await changed.recall('reader', look)).to.deep.equal({ cleared: 1 });
    expect(await changed.holds()).to.equal(false);

    // What the second look said is what the next read begins with.
    const next = lookUps.ahead('workspace');
    expect(await next.recall('reader', look)).to.deep.equal({ cleared: 2 });
    expect(await next.holds()).to.equal(true);
  });

  it('are known by their workspace, and so many of them, the latest', async () => {
    const lookUps = new RecalledLookUps();
    const known = async (workspaceId: string, name: string) => {
      const said = await lookUps.ahead(workspaceId).recall(name, async () => 'looked');
      return said === 'known';
    };
    const know = (name: string) => lookUps.asking('one')(name, async () => 'known');
    await know('first');
    expect([await known('one', 'first'), await known('two', 'first')]).to.deep.equal([true, false]);

    await know('first');
    for (let more = 0; more < mostRecentIds; more += 1) await know(String(more));
    expect([await known('one', 'first'), await known('one', '9999')]).to.deep.equal([false, true]);
  });

  it('PLT-12: what the workspace opens to its members is seen with the next list, and no longer than that', async () => {
    const { ports, database } = await world();
    const { unitOfWork, since } = notedModes(ports.unitOfWork);
    const { create, list, keep, cy } = await recordOffice({ database, ports: { unitOfWork } });
    await create({ displayName: 'Ada' });
    const shown = async () => (await list({}, cy)).subjects.map(({ displayName }) => displayName);
    expect([await shown(), await shown(), await shown()]).to.deep.equal([['Ada'], ['Ada'], ['Ada']]);

    await keep({ subjectDirectory: 'case_team' });
    since();
    expect(await shown()).to.deep.equal([]);
    // It began with what was remembered, which was no longer so.
    expect(since()).to.deep.equal(['read', 'read']);

    await keep({ subjectDirectory: 'workspace' });
    expect(await shown()).to.deep.equal(['Ada']);
  });
});
