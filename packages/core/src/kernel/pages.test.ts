import { expect } from 'chai';
import fc from 'fast-check';
import { z } from 'zod';
import {
  type CursorKey,
  type CursorPart,
  cursorOf,
  faultsOfWalk,
  pageFields,
  pageOf,
  withWalk,
} from './pages.ts';
import { leastGrowth, mostLinearPower } from './testing/growth.ts';
import { detailsOf } from './validation.ts';

const part = fc.string({ unit: 'grapheme', maxLength: 99 }).filter((text) => !text.includes('\0'));
const texts = (length: number) => Array<'text'>(length).fill('text');
const walk = { name: 'listThings', input: { status: 'open' } };

function read(cursor: string, parts: readonly CursorPart[]): readonly (string | null)[] | string {
  const parsed = z.strictObject(pageFields(parts)).safeParse({ cursor });
  if (!parsed.success)
    return detailsOf(parsed.error)
      .map(({ path, code }) => `${path} ${code}`)
      .join();
  return parsed.data.cursor ?? 'none';
}
const refused = '/cursor cursor.invalid';
const encoded = (text: string) => Buffer.from(text).toString('base64url');

describe('pages', () => {
  it('a cursor comes back as the key it was made of', () => {
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (key) => {
        expect(read(cursorOf(walk, key), texts(key.length))).to.deep.equal(key);
      }),
    );
  });

  it('PLT-25: only a page after which there is another one has a cursor', () => {
    const page = (rows: readonly string[]) => pageOf(rows, 2, (row) => [row]);

    expect(page(['a', 'b'])).to.deep.equal({ rows: ['a', 'b'], count: 2, nextCursor: null });
    expect(page(['a', 'b', 'c'])).to.deep.include({ rows: ['a', 'b'], count: 2 });
    expect(page(['a', 'b', 'c']).nextCursor).to.not.equal(null);
    expect(page([])).to.deep.equal({ rows: [], count: 0, nextCursor: null });
  });

  it('PLT-25: a cursor holds the longest names in any script', () => {
    const name = '\ud83d\ude00'.repeat(120);

    expect(
      read(cursorOf(walk, [name, `usr_${'0'.repeat(32)}`, crypto.randomUUID()]), ['text', 'text', 'id']),
    ).to.be.an('array');
  });

  it('PLT-25: refuses a hostile cursor as a fault of the caller, whatever it holds', () => {
    const hostile = [
      '',
      '!',
      '%00',
      'null',
      encoded(''),
      encoded('null'),
      encoded('{}'),
      encoded('"a"'),
      encoded('["","a"]'),
      encoded('["","a","b","c"]'),
      encoded('["","a",{}]'),
      encoded('["","a",["b"]]'),
      encoded('["","a",true]'),
      encoded('{"length":3}'),
      encoded('["","a","b\\u0000"]'),
      encoded('["","a","b\\ud800"]'),
      encoded('["","a","b"'),
      encoded('["",1,2]]'),
    ];
    for (const cursor of hostile) expect(read(cursor, texts(2)), cursor).to.equal(refused);
  });

  const forms: readonly [Exclude<CursorPart, `${string} or null`>, string, readonly string[]][] = [
    [
      'instant',
      '2026-11-23T12:00:00.000Z',
      [
        '',
        '2026-11-23',
        'infinity',
        'now',
        '0000-01-01T00:00:00Z',
        '+010000-01-01T00:00:00Z',
        '2026-02-30T00:00:00Z',
        `2026-11-23T12:00:00.${'0'.repeat(99)}Z`,
      ],
    ],
    ['date', '2026-11-23', ['', 'today', '2026-11-23T12:00:00Z', '0000-01-01', '2026-02-30']],
    ['id', '01900000-0000-7000-8000-00000000000a', ['', 'x', "01900000-0000-7000-8000-00000000000a'"]],
    ['integer', '2147483647', ['', '-1', '1.5', '1e3', '01', ' 1', '2147483648', 'NaN', '9'.repeat(30)]],
    ['sequence', '9007199254740991', ['', '-1', '1.5', '0x1', '9007199254740993', '9'.repeat(30)]],
    ['text', '', ['a\0', '\ud800', 'x'.repeat(401)]],
  ];
  for (const [form, good, bad] of forms)
    it(`PLT-25: a part that is to be of the form ${form} is nothing else`, () => {
      expect(read(cursorOf(walk, [good]), [form])).to.deep.equal([good]);
      for (const no of bad) expect(read(encoded(JSON.stringify(['', no])), [form]), no).to.equal(refused);
    });

  for (const [form, good] of forms)
    it(`PLT-25: a part that is to be of the form ${form} is null only where the list says so`, () => {
      const orNull = `${form} or null` as const;

      expect(read(cursorOf(walk, [null]), [orNull])).to.deep.equal([null]);
      expect(read(cursorOf(walk, [good]), [orNull])).to.deep.equal([good]);
      expect(read(cursorOf(walk, [null]), [form])).to.equal(refused);
      expect(read(cursorOf(walk, ['null']), [orNull])).to.deep.equal(form === 'text' ? ['null'] : refused);
      expect(read(cursorOf(walk, [null, null]), [orNull, 'id'])).to.equal(refused);
    });

  it('PLT-25: a page says of its last row that it has no value, and the next page begins there', () => {
    const page = pageOf(
      [
        { dueAt: null, id: '1' },
        { dueAt: null, id: '2' },
      ],
      1,
      ({ dueAt, id }) => [dueAt, id],
    );
    const { nextCursor } = withWalk(page, walk) as typeof page;

    expect(read(nextCursor ?? '', ['instant or null', 'integer'])).to.deep.equal([null, '1']);
  });

  it('PLT-25: a cursor goes on with the list and the filters that it was made for, and with no other', () => {
    const cursor = cursorOf(walk, ['a']);
    const key = read(cursor, ['text']);
    const faults = (name: string, input: object) =>
      faultsOfWalk({ name, input: { ...input, cursor: key } }).map(({ code }) => code);

    expect(faults('listThings', { status: 'open' })).to.deep.equal([]);
    expect(faults('listThings', { status: 'open', limit: 7 })).to.deep.equal([]);
    expect(faults('listThings', { status: 'closed' })).to.deep.equal(['cursor.invalid']);
    expect(faults('listThings', {})).to.deep.equal(['cursor.invalid']);
    expect(faults('listThings', { status: 'open', sort: 'name' })).to.deep.equal(['cursor.invalid']);
    expect(faults('listOthers', { status: 'open' })).to.deep.equal(['cursor.invalid']);
    expect(faultsOfWalk({ name: 'listThings', input: { status: 'closed' } })).to.deep.equal([]);
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
          const { nextCursor } = withWalk(page, walk) as typeof page;
          after = nextCursor === null ? null : (read(nextCursor, ['integer']) as CursorKey);
        } while (after !== null);
        expect(seen).to.deep.equal(rows);
      }),
    );
  });

  for (const unit of ['A', '[', '"', encoded('['), encoded('["a",')])
    it(`PLT-28: reading a cursor full of ${unit} takes time linear in the size`, async () => {
      const { power, readings } = await leastGrowth(
        (cursor: string) => read(cursor, ['instant', 'id']),
        (size) => unit.repeat(size / unit.length),
        { from: 64 },
      );

      expect(power, JSON.stringify(readings)).to.be.below(mostLinearPower);
    });
});
