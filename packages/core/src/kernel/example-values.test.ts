import { expect } from 'chai';
import { exampleValues } from './example-values.ts';

describe('what is planned in examples', () => {
  it('lies ahead for a year yet; when this fails, move `plannedAt` on and write the contract and the guides anew', () => {
    // The suite of the core runs with its clock a year ahead, so this fails a year before anybody reads a plan in the past.
    expect(Date.parse(exampleValues.plannedAt)).to.be.greaterThan(Date.now());
  });
});
