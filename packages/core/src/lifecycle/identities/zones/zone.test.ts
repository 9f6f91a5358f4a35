import { expect } from 'chai';
import fc from 'fast-check';
import { zoneVectors } from '../../testing/vectors.ts';
import { compared } from '../comparison.ts';
import { nameVariants } from '../name-variants.ts';
import { outcomeOf } from '../outcome.ts';
import { checkDigit } from './check-digits.ts';
import { zoneIn } from './zone.ts';
import { birthDateOf, expiryDateOf } from './zone-dates.ts';

describe('machine readable zones', () => {
  for (const {
    id,
    note,
    lines,
    asOf,
    source,
    specimenAllowed,
    claimed,
    expect: expected,
  } of zoneVectors.cases)
    it(`IDV-1: ${id}: ${note}`, () => {
      const zone = zoneIn(lines, asOf);

      if (expected.error !== undefined) {
        expect(zone).to.equal(null);
        return;
      }
      if (zone === null) throw new Error('The lines have no zone');
      const { truncated: _, ...parse } = zone;
      expect(parse).to.deep.equal(expected.parse);
      const comparisons = compared(claimed ?? {}, zone);
      if (expected.comparisons !== undefined) expect(comparisons).to.deep.equal(expected.comparisons);
      if (expected.outcome !== undefined)
        expect(outcomeOf({ zone, comparisons, source, asOf, specimenAllowed })).to.equal(expected.outcome);
    });

  it('IDV-1: a digit or letter that is read wrong changes a check digit, unless both count the same', () => {
    const lines = [
      'P<UTOADLER<<NINA<<<<<<<<<<<<<<<<<<<<<<<<<<<<',
      'AB12345671UTO9001011F2611206<<<<<<<<<<<<<<<6',
    ];
    const covered = [0, 1, 2, 3, 4, 5, 6, 7, 8, 13, 14, 15, 16, 17, 18, 21, 22, 23, 24, 25, 26];
    fc.assert(
      fc.property(
        fc.constantFrom(...covered),
        fc.constantFrom(...'0123456789ABCDEFGHJ<'),
        (at, character) => {
          const second = lines[1] ?? '';
          const misread = second.slice(0, at) + character + second.slice(at + 1);
          const isSame = checkDigit(character) === checkDigit(second.charAt(at));
          const zone = zoneIn([lines[0] ?? '', misread], '2026-11-20');
          return isSame || zone?.checks.some(({ ok }) => !ok) === true;
        },
      ),
    );
  });

  it('IDV-2: no lines of any kind end in a fault, and lines of no format have no zone', () => {
    const anyLine = fc.string({
      unit: fc.constantFrom(...'ABCPVI0123456789<'),
      minLength: 28,
      maxLength: 46,
    });
    fc.assert(
      fc.property(fc.array(anyLine, { minLength: 1, maxLength: 4 }), (lines) => {
        const zone = zoneIn(lines, '2026-11-20');
        const sizes = new Set(lines.map(({ length }) => length));
        const [size = 0] = sizes;
        const isOfFormat =
          sizes.size === 1 &&
          ((lines.length === 3 && size === 30) || (lines.length === 2 && [36, 44].includes(size)));
        return (zone !== null) === isOfFormat;
      }),
      { numRuns: 500 },
    );
  });

  it('IDV-3: a date of birth with unknown parts keeps the parts that are known', () => {
    expect(birthDateOf('7402<<', '2026-11-20')).to.deep.equal({ date: '1974-02-XX', isImpossible: false });
    expect(birthDateOf('<<<<<<', '2026-11-20')).to.deep.equal({ date: null, isImpossible: false });
    expect(birthDateOf('7413<<', '2026-11-20')).to.deep.equal({ date: null, isImpossible: true });
    expect(birthDateOf('26<<<<', '2026-11-20').date).to.equal('2026-XX-XX');
    expect(expiryDateOf('9601<<', '2026-11-20').isImpossible).to.equal(true);
  });

  it('IDV-3: a date of expiry lies from 30 years before the day to 69 after it', () => {
    const yearOf = (twoDigits: string, asOf: string) =>
      expiryDateOf(`${twoDigits}0101`, asOf).date?.slice(0, 4);

    expect([yearOf('96', '2026-11-20'), yearOf('95', '2026-11-20')]).to.deep.equal(['1996', '2095']);
    expect([yearOf('69', '1999-01-01'), yearOf('68', '1999-01-01')]).to.deep.equal(['1969', '2068']);
  });
});

describe('names as zones write them', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['Müller', ['MUELLER', 'MUXXLLER', 'MULLER']],
    ['Strauß', ['STRAUSS']],
    ['Łukasz  d’Été', ['LUKASZ DETE']],
    ['Nguyễn-Văn', ['NGUYEN VAN']],
    ['Þór', ['THOR']],
    ['Ñu', ['NU', 'NXXU']],
    ['Иванов', []],
    ['李', []],
    [' ', []],
  ];
  for (const [name, variants] of cases)
    it(`IDV-1: ${JSON.stringify(name)} is written in ${variants.length} ways`, () =>
      expect(nameVariants(name)).to.deep.equal(variants));

  it('IDV-1: a name of many national letters has at most 64 forms', () =>
    expect(nameVariants('ü'.repeat(90))).to.have.length(64));
});
