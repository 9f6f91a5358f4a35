import { expect } from 'chai';
import { systemIds } from './ids.ts';

describe('systemIds', () => {
  it('makes version 7 ids that sort by creation, also within a millisecond', () => {
    const ids = Array.from({ length: 2000 }, () => systemIds.uuid7());

    expect(
      ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)),
    ).to.equal(true);
    expect(new Set(ids)).to.have.property('size', 2000);
    expect([...ids].sort()).to.deep.equal(ids);
  });
});
