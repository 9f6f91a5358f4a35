import { expect } from 'chai';
import { z } from 'zod';
import { excessesOf } from './input-bounds.ts';
import { email, id, multiline, text } from './shapes.ts';

const schema = z.strictObject({
  title: text(5),
  notes: multiline(10).nullable().default(null),
  address: email().optional(),
  thing: id().optional(),
  people: z
    .array(z.strictObject({ name: text(5) }))
    .max(2)
    .optional(),
  value: z.union([z.string().max(3), z.array(z.string().max(3)).max(2), z.boolean()]).optional(),
});
const found = (input: unknown) => excessesOf(schema, input).map(({ path, code }) => `${path} ${code}`);

describe('bounds of an input', () => {
  it('refuse the one name under which nothing would be kept, wherever names are free', () => {
    const free = z.strictObject({
      customFields: z.record(z.string(), z.string()),
      lists: z.array(z.record(z.string(), z.string()).nullable()).max(3).optional(),
    });
    const faults = (json: string) =>
      excessesOf(free, JSON.parse(json)).map(({ path, code }) => `${path} ${code}`);

    expect(faults('{"customFields":{"constructor":"x","__proto":"y"},"lists":[{},null]}')).to.deep.equal([]);
    expect(faults('{"customFields":{"__proto__":"x"},"lists":[{},{"a":"b","__proto__":"y"}]}')).to.deep.equal(
      ['/customFields/__proto__ field.unknown', '/lists/1/__proto__ field.unknown'],
    );
  });

  it('leave what fits to the schema, also what is of another type or is not there', () => {
    for (const input of [
      null,
      'text',
      [],
      {},
      { title: 7, people: 'many', value: null },
      { title: 'abc', unknown: 'x'.repeat(9999) },
    ])
      expect(found(input), JSON.stringify(input)).to.deep.equal([]);
  });

  it('name each text that is longer than its declaration allows before it is cleaned', () => {
    expect(found({ title: 'x'.repeat(85), notes: 'x'.repeat(105), address: 'x'.repeat(255) })).to.deep.equal([
      '/title field.out_of_range',
      '/notes field.out_of_range',
      '/address field.out_of_range',
    ]);
    expect(excessesOf(schema, { title: 'x'.repeat(85) })[0]?.message).to.equal('Give at most 5 characters.');
  });

  it('name a text whose form has no stated length, if it is longer than any form', () => {
    expect(found({ thing: 'x'.repeat(200) })).to.deep.equal([]);
    expect(found({ thing: 'x'.repeat(201) })).to.deep.equal(['/thing field.out_of_range']);
  });

  it('look into a list only if it is not too long', () => {
    const reads: number[] = [];
    const watched = (length: number) =>
      new Proxy(Array(length).fill({ name: 'Ada' }), {
        get: (list, key) => {
          if (typeof key === 'string' && /^\d+$/.test(key)) reads.push(Number(key));
          return Reflect.get(list, key);
        },
      });

    expect(found({ people: watched(100_000) })).to.deep.equal(['/people field.out_of_range']);
    expect(reads).to.deep.equal([]);
    expect(found({ people: [{ name: 'Ada' }, { name: 'x'.repeat(85) }] })).to.deep.equal([
      '/people/1/name field.out_of_range',
    ]);
  });

  it('take a value that fits one of several forms', () => {
    for (const value of ['abc', ['abc'], true, 7]) expect(found({ value })).to.deep.equal([]);
    expect(found({ value: 'abcd' })).to.deep.equal(['/value field.out_of_range']);
    expect(found({ value: ['a', 'b', 'c'] })).to.deep.equal(['/value field.out_of_range']);
  });

  it('PLT-28: more than 30 combining marks in a row are refused in any field, 30 are not', () => {
    expect(found({ title: `a${'\u0301'.repeat(30)}` })).to.deep.equal([]);
    expect(found({ title: `a${'\u0301'.repeat(31)}`, thing: '\u0315\u0300'.repeat(16) })).to.deep.equal([
      '/title field.characters',
      '/thing field.characters',
    ]);
  });

  it('PLT-28: lengths of at most 20 fields are complained about', () => {
    const wide = z.strictObject(
      Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`f${at}`, text(1)])),
    );
    const input = Object.fromEntries(Object.keys(wide.shape).map((name) => [name, 'x'.repeat(99)]));

    expect(excessesOf(wide, input)).to.have.length(20);
  });
});
