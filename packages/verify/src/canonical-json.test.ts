import { expect } from 'chai';
import fc from 'fast-check';
import sinon from 'sinon';
import { hexOf, utf8 } from './bytes.ts';
import {
  canonicalJson,
  canonicalLedgerJson,
  canonicalText,
  JsonRefused,
  parseStrictJson,
} from './canonical-json.ts';
import { auditVectors } from './testing/audit-vectors.ts';

const reasonOf = (work: () => unknown): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    return error instanceof JsonRefused ? error.reason : String(error);
  }
};

describe('canonical JSON', () => {
  for (const { name, input, canonicalHex } of auditVectors.jcs) {
    it(`REC-70: encodes ${name}`, () => {
      expect(hexOf(canonicalJson(JSON.parse(input)))).to.equal(canonicalHex);
    });
  }

  for (const { name, input, reason } of auditVectors.jcsReject) {
    it(`REC-70: refuses ${name}`, () => {
      expect(reasonOf(() => parseStrictJson(input))).to.equal(reason);
    });
  }

  it('REC-70: writes any JSON value so that it is read back the same, and is the same from any order of members', () => {
    const reversed = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(reversed)
        : value !== null && typeof value === 'object'
          ? Object.fromEntries(
              Object.entries(value)
                .reverse()
                .map(([name, member]) => [name, reversed(member)]),
            )
          : value;
    // JSON has one zero.
    const values = fc.jsonValue({ noUnicodeString: false }).map((value) => JSON.parse(JSON.stringify(value)));
    fc.assert(
      fc.property(values, (value) => {
        const text = canonicalText(value);
        expect(JSON.parse(text)).to.deep.equal(value);
        expect(canonicalText(reversed(value))).to.equal(text);
      }),
    );
  });

  it('parses what is faithful JSON as JSON.parse does', () => {
    const text = '{"a":[{"b":1},{"b":2}],"a b":"a\\": {","n":-1.5e-7,"t":{"a":null}}';
    expect(parseStrictJson(text)).to.deep.equal(JSON.parse(text));
  });

  it('sees through an escaped spelling of a member that is there already', () => {
    expect(reasonOf(() => parseStrictJson('{"x":{"a":1,"\\u0061":2}}'))).to.equal('duplicate_member');
  });

  it('refuses nesting that would exhaust the stack', () => {
    expect(reasonOf(() => parseStrictJson('['.repeat(100_000) + ']'.repeat(100_000)))).to.equal('too_deep');
  });

  it('PLT-28: what nests too deep or holds too many values is refused before a value of it is built', () => {
    const limits = { depth: 3, values: 5 };
    const built = sinon.spy(JSON, 'parse');
    try {
      const excess = (text: string) => reasonOf(() => parseStrictJson(text, limits));

      expect(excess(`{"a":[{"b":[]}]}`)).to.equal('too_deep');
      expect(excess('[1,2,3,4,5]')).to.equal('too_many_values');
      expect(excess(`{${'"a" '.repeat(3)}${'"a":'.repeat(9)}`)).to.equal('not_json');
      expect(excess(Array.from({ length: 9 }, (_, at) => `"a${at}":`).join(''))).to.equal('not_json');
      expect(excess(`{${Array.from({ length: 9 }, (_, at) => `"a${at}":`).join('')}`)).to.equal(
        'too_many_values',
      );
      expect(built.callCount).to.equal(2);
    } finally {
      built.restore();
    }
    expect(parseStrictJson('{"a":[{"b":"[[[[,,,,,,{{{{"}]}', limits)).to.deep.equal({
      a: [{ b: '[[[[,,,,,,{{{{' }],
    });
    expect(parseStrictJson('[1,2,3]', limits)).to.deep.equal([1, 2, 3]);
  });

  const unfaithful: readonly [string, unknown, string][] = [
    ['an undefined member', { a: undefined }, 'not_json'],
    ['undefined', undefined, 'not_json'],
    ['NaN', [Number.NaN], 'not_finite'],
    ['Infinity', { a: Number.NEGATIVE_INFINITY }, 'not_finite'],
    ['a lone surrogate in a name', { '\udc00': 1 }, 'lone_surrogate'],
    ['a big integer', 1n, 'not_json'],
    ['a date', { at: new Date(0) }, 'not_json'],
    ['a hole in an array', [undefined], 'not_json'],
  ];
  for (const [name, value, reason] of unfaithful) {
    it(`REC-70: refuses ${name}`, () => expect(reasonOf(() => canonicalJson(value))).to.equal(reason));
  }

  it('REC-70: refuses in the ledger what others may round or compose differently', () => {
    expect(reasonOf(() => canonicalLedgerJson({ a: 2 ** 53 }))).to.equal('unsafe_integer');
    expect(reasonOf(() => canonicalLedgerJson({ a: 'A\u030a' }))).to.equal('not_normalised');
    expect(hexOf(canonicalLedgerJson([2 ** 53 - 1, 'Å']))).to.equal(hexOf(utf8('[9007199254740991,"Å"]')));
  });
});
