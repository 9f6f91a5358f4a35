import { expect } from 'chai';
import { z } from 'zod';
import { headerField, headersOf } from './header-fields.ts';

const purposes = z.enum(['treatment', 'audit']);

describe('headerField', () => {
  it('PLT-24: says once that a field travels in a header, whatever is made of the field afterwards', () => {
    const declared = { name: 'X-Purpose-Of-Use', secret: false, required: false };
    const field = headerField('X-Purpose-Of-Use', purposes);
    const input = z.strictObject({
      plain: field,
      optional: field.optional().describe('Why.'),
      withDefault: field.default('audit'),
      declaredOptional: headerField('X-Purpose-Of-Use', purposes.optional()),
      inTheBody: purposes,
    });

    expect([...headersOf(input)]).to.deep.equal(
      ['plain', 'optional', 'withDefault', 'declaredOptional'].map((name) => [name, declared]),
    );
    expect([...headersOf(input.pick({ inTheBody: true }))]).to.deep.equal([]);
  });

  it('PLT-24: says whether the value is a secret, and keeps its description', () => {
    const field = headerField('X-Share-Passcode', z.string().describe('The passcode.'), { secret: true });

    expect(headersOf(z.object({ field })).get('field')).to.deep.equal({
      name: 'X-Share-Passcode',
      secret: true,
      required: false,
    });
    expect(field.description).to.equal('The passcode.');
  });

  for (const name of ['', 'X Purpose', 'x:y', 'X-Purpose\r\n', '-x'])
    it(`refuses ${JSON.stringify(name)} as the name of a header`, () => {
      expect(() => headerField(name, purposes)).to.throw(TypeError);
    });
});
