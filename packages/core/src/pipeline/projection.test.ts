import { expect } from 'chai';
import { z } from 'zod';
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

  it('exists for every answer of the product', () => {
    for (const { useCase } of useCases()) expect(projectionOf(useCase.output)).to.be.a('function');
  });
});
