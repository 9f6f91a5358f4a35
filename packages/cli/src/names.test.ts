import { expect } from 'chai';
import { singular } from './names.ts';

describe('the name of one of many', () => {
  for (const [many, one] of [
    ['entries', 'entry'],
    ['scopes', 'scope'],
    ['addresses', 'address'],
    ['aliases', 'alias'],
    ['bases', 'base'],
    ['status', 'status'],
  ] as const)
    it(`is ${one} for ${many}`, () => {
      expect(singular(many)).to.equal(one);
    });
});
