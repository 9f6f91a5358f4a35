import { expect } from 'chai';
import { z } from 'zod';
import { WrittenRows } from '../kernel/written-rows.ts';
import { answerOf } from './answer.ts';
import { useCases } from './declarations.ts';

const Person = z.object({ id: z.string(), name: z.string().nullable() });
const [{ useCase }] = useCases() as [ReturnType<typeof useCases>[number]];
const call = {
  name: 'listPeople',
  useCase: {
    ...useCase,
    input: z.strictObject({}),
    output: z.object({ people: z.array(Person), count: z.int() }),
  },
};
const people = (json: string) => ({
  people: new WrittenRows({ view: Person, json, count: 1, last: null }),
  count: 1,
});
const answered = (json: string, checkAnswers = true) =>
  answerOf({ settings: { checkAnswers } as never }, call, {}, people(json));

describe('an answer whose rows the store has written', () => {
  it('keeps them as they were written, checked or not', () => {
    const json = '[{"id":"1","name":null}]';

    for (const checks of [true, false]) {
      const { people: kept, count } = answered(json, checks) as ReturnType<typeof people>;
      expect([kept.json, count]).to.deep.equal([json, 1]);
    }
  });

  it('is refused, where answers are checked, if they are not what is declared to the last byte', () => {
    for (const json of [
      '[{"name":null,"id":"1"}]',
      '[{"id": "1","name":null}]',
      '[{"id":"\\u0031","name":null}]',
      '[{"id":"1","name":null,"secret":"s"}]',
    ])
      expect(() => answered(json), json).to.throw('has written people in another form');
    expect(() => answered('[{"id":1,"name":null}]')).to.throw('expected string');
  });
});
