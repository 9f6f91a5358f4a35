import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { normalisedIdentifier } from '../identifiers.ts';
import { normalisedName, similarity } from './name-similarity.ts';
import { phoneticCode } from './phonetic-code.ts';
import { bandOf, type Comparable, type Reason, scored } from './score.ts';

interface Side {
  readonly name: string;
  readonly family: string;
  readonly aliases?: readonly string[];
  readonly birth?: string;
  readonly emails?: readonly string[];
  readonly phones?: readonly string[];
  readonly postal?: string;
  readonly identifiers?: readonly (readonly [string, string])[];
}
interface Vector {
  readonly id: string;
  readonly a: Side;
  readonly b: Side;
  readonly familyMetaphonesEqual: boolean;
  readonly expect: {
    readonly score: number;
    readonly band: string | null;
    readonly reasons: readonly Reason[];
  };
}
const { cases } = JSON.parse(
  readFileSync(new URL('../../testing/duplicates.json', import.meta.url), 'utf8'),
) as { readonly cases: readonly Vector[] };

const sideOf = ({
  name,
  family,
  aliases = [],
  birth,
  emails,
  phones,
  postal,
  identifiers,
}: Side): Comparable => ({
  isPerson: true,
  names: [name, ...aliases].map(normalisedName),
  family: normalisedName(family),
  sound: phoneticCode(normalisedName(family)),
  birthDate: birth ?? null,
  emails: emails ?? [],
  phones: phones ?? [],
  postalCodes: postal === undefined ? [] : [postal],
  identifiers: (identifiers ?? []).map(([system, value]) => `${system} ${normalisedIdentifier(value)}`),
});

describe('the score of two subjects', () => {
  // Also in reverse and twice over: no pair depends on the pairs before it.
  for (const round of [1, 2])
    for (const { id, a, b, familyMetaphonesEqual, expect: wanted } of round === 1
      ? cases
      : cases.toReversed())
      it(`REC-9: ${id}, round ${round}`, () => {
        const [left, right] = [sideOf(a), sideOf(b)];

        for (const found of [scored(left, right), scored(right, left)]) {
          expect(found).to.deep.equal({ score: wanted.score, reasons: wanted.reasons });
          expect(bandOf(found.score)).to.equal(wanted.band);
        }
        expect(left.sound === right.sound).to.equal(familyMetaphonesEqual);
      });

  it('REC-98: family name, its sound and birth dates count for persons only', () => {
    const person = sideOf({ name: 'Ann Smith', family: 'Smith', birth: '1980-04-02', postal: '10115' });

    const { score, reasons } = scored(person, { ...person, isPerson: false });

    expect([score, reasons.map(({ field }) => field)]).to.deep.equal([40, ['name']]);
  });
});

describe('the similarity of names', () => {
  it('is that of Jaro and Winkler', () => {
    const pairs: readonly (readonly [string, string, number])[] = [
      ['martha', 'marhta', 0.961111],
      ['dwayne', 'duane', 0.84],
      ['dixon', 'dicksonx', 0.813333],
      ['', '', 1],
      ['a', '', 0],
      ['abc', 'xyz', 0],
    ];

    for (const [a, b, expected] of pairs) {
      expect(similarity(a, b), `${a} ${b}`).to.equal(expected);
      expect(similarity(b, a), `${b} ${a}`).to.equal(expected);
    }
  });
});

describe('the sound of names', () => {
  it('is the primary code of Double Metaphone', () => {
    // As double-metaphone 2.0.1 gives them.
    const codes: Readonly<Record<string, string>> = {
      Smith: 'SM0',
      Schmidt: 'XMT',
      Garcia: 'KRS',
      Kramer: 'KRMR',
      Weber: 'APR',
      Vogel: 'FJL',
      Xavier: 'SF',
      Caesar: 'SSR',
      Chianti: 'KNT',
      Michael: 'MKL',
      Wright: 'RT',
      Knight: 'NT',
      Ghislane: 'JLN',
      McCarthy: 'MKKR0',
      Bacchus: 'PKS',
      Gallegos: 'KLKS',
      Jose: 'HS',
      'San Jacinto': 'SNHSNT',
      Thomas: 'TMS',
      Sugar: 'XKR',
      Island: 'ALNT',
      Hochmeier: 'HKMR',
      Tagliaro: 'TKLR',
      Danger: 'TNJR',
      Laugh: 'LF',
      Cough: 'KF',
      Hugh: 'H',
      Broughton: 'PRTN',
      Rogier: 'RJ',
      Resnais: 'RSN',
      Zhao: 'J',
      Pizza: 'PS',
      Dumb: 'TM',
      Campbell: 'KMPL',
      Cabrillo: 'KPRL',
      Horowitz: 'HRTS',
      Schooner: 'SKNR',
      Schermerhorn: 'XRMRRN',
      Bacher: 'PKR',
      Accident: 'AKSTNT',
      Bellocchio: 'PLX',
      Czerny: 'SRN',
      Orchestra: 'ARKSTR',
      Edgar: 'ATKR',
      Edge: 'AJ',
      Ajax: 'AJKS',
      Breaux: 'PR',
      'Van Dyke': 'FNTK',
      Filipowicz: 'FLPTS',
      Bajador: 'PJTR',
      Michnik: 'MXNK',
      Succeed: 'SKST',
      Gyorgy: 'KRJ',
      Biaggi: 'PJ',
      Uomo: 'AM',
      Wachtler: 'AKTLR',
    };

    for (const [name, code] of Object.entries(codes))
      expect([name, phoneticCode(name)]).to.deep.equal([name, code]);
  });

  it('is nothing for letters of other scripts', () => {
    expect(phoneticCode('Иванов')).to.equal('');
  });
});
