import { expect } from 'chai';
import { z } from 'zod';
import { shown } from './shapes.ts';
import { inObjects, jsonOf, WrittenRows, writtenFieldsOf } from './written-rows.ts';

const Row = z
  .object({
    name: z.string(),
    id: shown.ownId(),
    note: z.string().nullable(),
    role: z.enum(['owner', 'guest']).nullable(),
    count: z.int(),
    isOpen: z.boolean(),
    madeAt: shown.createdAt(),
    endedAt: shown.instant().nullable(),
    statedAt: z.string().meta({ format: 'date-time' }).nullable(),
    day: shown.date(),
  })
  .meta({ id: 'RowOfATest' });

const rows = [{ name: 'Ada "the first"' }, { name: '\u2028 日' }];
const written = new WrittenRows({ view: Row, json: JSON.stringify(rows), count: 2, last: null });

describe('rows that were written', () => {
  it('come into the JSON of an answer as the text that they are, where the rows themselves would stand', () => {
    const answer = { people: written, count: 2, left: undefined, nextCursor: null };

    expect(jsonOf(answer)).to.equal(JSON.stringify({ people: rows, count: 2, nextCursor: null }));
    expect(JSON.stringify(answer)).to.equal(jsonOf(answer));
    for (const other of [null, 'text', [1, rows], { rows }])
      expect(jsonOf(other)).to.equal(JSON.stringify(other));
  });

  it('are objects for whoever reads them', () => {
    expect(inObjects({ people: written, count: 2 })).to.deep.equal({ people: rows, count: 2 });
    const other = { people: rows };
    expect(inObjects(other)).to.equal(other);
  });
});

describe('the fields that a store writes', () => {
  it('are those of the view in its order, and say which are instants', () => {
    expect([...writtenFieldsOf(Row)]).to.deep.equal([
      ['name', 'plain'],
      ['id', 'plain'],
      ['note', 'plain'],
      ['role', 'plain'],
      ['count', 'plain'],
      ['isOpen', 'plain'],
      ['madeAt', 'instant'],
      ['endedAt', 'instant'],
      ['statedAt', 'instant'],
      ['day', 'plain'],
    ]);
  });

  it('are values alone: what has fields, is a list, a fraction or may be missing is refused', () => {
    for (const field of [
      Row,
      z.record(z.string(), z.string()),
      z.union([z.string(), Row]),
      z.array(z.string()),
      z.number(),
      z.string().optional(),
      z.unknown(),
    ])
      expect(() => writtenFieldsOf(z.object({ id: z.string(), field }))).to.throw('field field');
  });
});
