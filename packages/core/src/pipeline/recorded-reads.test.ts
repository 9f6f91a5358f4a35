import { noteOffice, world } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import type { Presented } from '../kernel/gates.ts';
import { mostRecentIds } from './recent-ids.ts';
import { RecordedReads } from './recorded-reads.ts';
import { notedModes } from './testing/noted-modes.ts';

describe('a read that is recorded', () => {
  it('runs once and not twice, until there is nothing to record any more', async () => {
    const { ports, database } = await world();
    const { unitOfWork, since } = notedModes(ports.unitOfWork);
    const { chancery, begin, read, owner, bo, happened } = await noteOffice({
      database,
      ports: { unitOfWork },
    });
    const record = (auditReads: 'all' | 'restricted') =>
      chancery.governance.updateRecordSettings({ auditReads }, owner.session);
    const recorded = async () => (await happened()).filter(({ type }) => type === 'entry.read').length;
    const { id } = await begin();
    await record('all');

    const seen: ReturnType<typeof since>[] = [];
    const looks = async () => {
      since();
      const entry = await read(id, bo);
      seen.push(since());
      return entry;
    };
    const [first, second] = [await looks(), await looks()];
    expect(second).to.deep.equal(first);
    expect(await recorded()).to.equal(2);
    await record('restricted');
    await looks();
    await looks();

    expect(seen.map((each) => each.filter((mode) => mode === 'write').length)).to.deep.equal([1, 1, 1, 0]);
    expect(seen.map((each) => each.length > 1)).to.deep.equal([true, false, false, false]);
    expect(await recorded()).to.equal(2);
  });

  it('is remembered of so many credentials, the latest of them', () => {
    const reads = new RecordedReads();
    const by = (prefix: string) => ({ kind: 'key', prefix }) as Presented;
    for (const prefix of ['one', 'two']) reads.note(by(prefix), 'getEntry', true);
    for (let more = 2; more < mostRecentIds; more += 1) reads.note(by(String(more)), 'getEntry', true);
    for (const prefix of ['one', 'last']) reads.note(by(prefix), 'getEntry', true);

    expect(['one', 'two', 'last'].map((each) => reads.has(by(each), 'getEntry'))).to.deep.equal([
      true,
      false,
      true,
    ]);
    expect(reads.has(by('one'), 'getCase')).to.equal(false);
    reads.note(by('one'), 'getEntry', false);
    expect(reads.has(by('one'), 'getEntry')).to.equal(false);
  });
});
