import { expect } from 'chai';
import { momentOf } from './event-fields.ts';

describe('moments of provider events', () => {
  for (const [given, moment] of [
    [1, '1970-01-01T00:00:01.000Z'],
    ['1795435200', '2026-11-23T12:00:00.000Z'],
    [8_639_999_999_999, '+275760-09-12T23:59:59.000Z'],
    [0, null],
    ['0', null],
    [-1, null],
    [8_640_000_000_000, null],
    ['noon', null],
    [undefined, null],
    [{}, null],
  ] as const)
    it(`MTG-65: ${JSON.stringify(given)} is ${moment ?? 'none, as if the event had none'}`, () => {
      expect(momentOf(given)).to.equal(moment);
    });
});
