import { expect } from 'chai';
import fc from 'fast-check';
import { isFailure } from './errors.ts';
import { type CursorKey, decodeCursor, encodeCursor, pageOf } from './pages.ts';

const part = fc.string({ unit: 'grapheme', maxLength: 99 }).filter((text) => !text.includes('\0'));
const texts = (length: number) => Array<'text'>(length).fill('text');

function faultOf(cursor: string, length: number): string {
  try {
    decodeCursor(cursor, texts(length));
    return 'none';
  } catch (error) {
    if (!isFailure(error)) throw error;
    return error.details.map(({ path, code }) => `${path} ${code}`).join();
  }
}
const encoded = (text: string) => Buffer.from(text).toString('base64url');

describe('pages', () => {
  it('a cursor comes back as the key it was made of', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (key) => {
        expect(decodeCursor(encodeCursor(key), texts(key.length))).to.deep.equal(key);
      }),
    );
    expect(decodeCursor(undefined, texts(2))).to.equal(null);
  });

  it('refuses a hostile cursor as a fault of the caller, whatever it holds', () => {
    const hostile = [
      '',
      '!',
      '%00',
      'null',
      encoded(''),
      encoded('null'),
      encoded('{}'),
      encoded('"a"'),
      encoded('["a"]'),
      encoded('["a","b","c"]'),
      encoded('["a",{}]'),
      encoded('["a",["b"]]'),
      encoded('["a",true]'),
      encoded('{"length":2}'),
      encoded('["a","b\\u0000"]'),
      encoded('["a","b"'),
      encoded('[1,2]]'),
    ];
    for (const cursor of hostile) expect(faultOf(cursor, 2), cursor).to.equal('/cursor cursor.invalid');
    fc.assert(
      fc.property(fc.string(), (cursor) => ['none', '/cursor cursor.invalid'].includes(faultOf(cursor, 2))),
    );
  });

  it('pages through any list once and in order, with a cursor exactly while there is more', () => {
    fc.assert(
      fc.property(fc.nat(40), fc.integer({ min: 1, max: 9 }), (total, limit) => {
        const rows = Array.from({ length: total }, (_, index) => index);
        const seen: number[] = [];
        let after: CursorKey | null = null;
        do {
          const from: number = after === null ? 0 : Number(after[0]) + 1;
          const page = pageOf(rows.slice(from, from + limit + 1), limit, (row) => [String(row)]);
          expect(page.count).to.equal(page.rows.length);
          expect(page.nextCursor === null).to.equal(from + limit >= total);
          seen.push(...page.rows);
          after = decodeCursor(page.nextCursor ?? undefined, texts(1));
        } while (after !== null);
        expect(seen).to.deep.equal(rows);
      }),
    );
  });
});
