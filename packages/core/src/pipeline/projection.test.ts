import { expect } from 'chai';
import { z } from 'zod';
import { WrittenRows } from '../kernel/written-rows.ts';
import { useCases } from './declarations.ts';
import { projectionOf } from './projection.ts';

const Person = z.object({ id: z.string(), name: z.string().nullable() });
const Team = z.object({ lead: Person.nullable(), members: z.array(Person), note: z.string().optional() });

describe('the projection of a view', () => {
  it('leaves out what the view does not name, at every depth', () => {
    const ada = { id: '1', name: 'Ada', passwordHash: 'secret' };

    const shown = projectionOf(Team)({ lead: ada, members: [{ id: '2', name: null }, ada], secret: 1 });

    expect(shown).to.deep.equal({
      lead: { id: '1', name: 'Ada' },
      members: [
        { id: '2', name: null },
        { id: '1', name: 'Ada' },
      ],
    });
  });

  it('is the value itself if there is nothing to leave out', () => {
    const team = { lead: null, members: [{ id: '2', name: 'Bo' }], note: 'n' };

    expect(projectionOf(Team)(team)).to.equal(team);
  });

  it('keeps the order of the members, whether or not something is left out', () => {
    const lead = { name: 'Ada', id: '1' };
    const members = [{ name: 'Bo', id: '2' }];
    const inOrder = '{"members":[{"name":"Bo","id":"2"}],"lead":{"name":"Ada","id":"1"}}';

    expect(JSON.stringify(projectionOf(Team)({ members, lead }))).to.equal(inOrder);
    expect(JSON.stringify(projectionOf(Team)({ secret: 1, members, lead }))).to.equal(inOrder);
    expect(JSON.stringify(projectionOf(Team)({ members, lead: { secret: 1, ...lead } }))).to.equal(inOrder);
  });

  it('parses if a schema does more than name fields', () => {
    const either = z.union([
      z.object({ kind: z.literal('a'), a: z.int() }),
      z.object({ kind: z.literal('b') }),
    ]);

    expect(projectionOf(z.array(either))([{ kind: 'a', a: 1, b: 2 }])).to.deep.equal([{ kind: 'a', a: 1 }]);
    expect(projectionOf(z.strictObject({ a: z.int() })).bind(null, { a: 1, b: 2 })).to.throw();
    expect(projectionOf(z.record(z.string(), Person))({ x: { id: '1', name: 'A', more: 1 } })).to.deep.equal({
      x: { id: '1', name: 'A' },
    });
  });

  it('takes plain values of several kinds, and records of them, as they are', () => {
    const Fields = z.object({ fields: z.record(z.string(), z.union([z.string(), z.number(), z.null()])) });
    const value = { fields: { size: 3, note: 'n', none: null } };

    expect(projectionOf(Fields)(value)).to.equal(value);
    expect(
      projectionOf(z.record(z.string(), z.union([z.string(), Person])))({
        x: { id: '1', name: 'A', more: 1 },
      }),
    ).to.deep.equal({ x: { id: '1', name: 'A' } });
    expect(projectionOf(z.partialRecord(z.enum(['a']), z.int())).bind(null, { a: 1, b: 2 })).to.throw();
  });

  it('takes rows that were written by the same declaration as they are, and strips those of another', () => {
    const json = '[{"id":"1","name":"Ada","passwordHash":"secret"}]';
    const written = (view: z.ZodObject) => ({
      people: new WrittenRows({ view, json, count: 1, last: null }),
    });
    const People = z.object({ people: z.array(Person) });

    const own = written(Person);
    expect(projectionOf(People)(own)).to.equal(own);
    expect(projectionOf(People)(written(Person.extend({ passwordHash: z.string() })))).to.deep.equal({
      people: [{ id: '1', name: 'Ada' }],
    });
  });

  it('exists for every answer of the product', () => {
    for (const { useCase } of useCases()) expect(projectionOf(useCase.output)).to.be.a('function');
  });
});
