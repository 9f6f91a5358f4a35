import { expect } from 'chai';
import { z } from 'zod';
import { id, instant, scope, text, version } from './shapes.ts';
import { detailsOf, invalidField } from './validation.ts';

const input = z.strictObject({
  title: text(5),
  version: version().optional(),
  scopes: z.array(scope()).max(2).optional(),
  people: z.array(z.strictObject({ id: id(), 'a/b~c': z.string().optional() })).optional(),
  startsAt: instant().optional(),
});

function faults(value: unknown): string[] {
  const parsed = input.safeParse(value, { reportInput: true });
  return parsed.success ? [] : detailsOf(parsed.error).map(({ path, code }) => `${path} ${code}`);
}

describe('details of a fault', () => {
  const cases: [string, unknown, string[]][] = [
    ['a field that is missing', {}, ['/title field.required']],
    ['a field of another type', { title: 7 }, ['/title field.type']],
    ['null where there is none', { title: null }, ['/title field.type']],
    [
      'an unknown field, by its name',
      { title: 'a', colour: 1, shape: 2 },
      ['/colour field.unknown', '/shape field.unknown'],
    ],
    ['a text out of its bounds', { title: 'abcdef' }, ['/title field.length']],
    ['a number out of its bounds', { title: 'a', version: 0 }, ['/version field.out_of_range']],
    ['a number that is no integer', { title: 'a', version: 1.5 }, ['/version field.type']],
    [
      'an option that there is not, at its place',
      { title: 'a', scopes: ['members.read', 'x'] },
      ['/scopes/1 field.not_an_option'],
    ],
    [
      'too long a list',
      { title: 'a', scopes: ['members.read', 'members.read', 'members.read'] },
      ['/scopes field.out_of_range'],
    ],
    ['a field deep inside', { title: 'a', people: [{ id: 'x' }] }, ['/people/0/id field.invalid']],
    [
      'a name with a slash and a tilde, escaped as RFC 6901 says',
      { title: 'a', people: [{ id: crypto.randomUUID(), 'a/b~c': 1 }] },
      ['/people/0/a~1b~0c field.type'],
    ],
    [
      'an instant that does not exist',
      { title: 'a', startsAt: '2026-02-30T10:00:00Z' },
      ['/startsAt field.invalid'],
    ],
    ['something that is no object', 'text', [' field.type']],
  ];
  const messages: [string, z.ZodType, unknown, string][] = [
    ['a field that is missing', z.string(), undefined, 'Give this field.'],
    ['a number where a text belongs', z.string(), 7, 'Write a text, in quotation marks.'],
    ['a text where a number belongs', z.int(), '7', 'Write a number, without quotation marks.'],
    ['a broken number', z.int(), 1.5, 'Write a whole number, without quotation marks.'],
    ['a text where a list belongs', z.array(z.string()), 'a', 'Write a list, in square brackets.'],
    ['a text that is too short', z.string().min(1), '', 'Write at least 1 character.'],
    ['a text that is too long', z.string().max(3), 'abcd', 'Write at most 3 characters.'],
    ['a list that is too short', z.array(z.string()).min(2), ['a'], 'Write at least 2 entries.'],
    ['a number that is too large', z.int().max(9), 10, 'Write at most 9.'],
    ['an option that there is not', z.enum(['own', 'any']), 'all', 'Write one of own, any.'],
    ['another constant', z.literal('DELETE'), 'delete', 'Write DELETE.'],
    ['no id', z.guid(), 'x', 'Write an id such as 0197c0de-5f3a-7c1e-9b52-3f1d2a4b6c8d.'],
    ['no date', z.iso.date(), 'x', 'Write a date such as 2026-05-04.'],
    [
      'none of several forms',
      z.union([z.int(), z.boolean()]),
      'x',
      'Write a value in one of the forms that the description of the field names.',
    ],
    ['what a schema says itself', z.string().regex(/^a$/, 'Give the letter a'), 'b', 'Give the letter a.'],
  ];
  for (const [name, schema, value, expected] of messages) {
    it(`says in a plain sentence what to do about ${name}`, () => {
      const parsed = schema.safeParse(value, { reportInput: true });
      const said = parsed.success ? [] : detailsOf(parsed.error).map(({ message }) => message);
      expect(said).to.deep.equal([expected]);
    });
  }

  for (const [name, value, expected] of cases) {
    it(`names ${name}`, () => {
      expect(faults(value)).to.deep.equal(expected);
    });
  }

  it('names twenty at most, and says of each what to do in a sentence', () => {
    const parsed = input.safeParse({ people: Array.from({ length: 50 }, () => ({ id: 'x' })) });
    const details = parsed.success ? [] : detailsOf(parsed.error);

    expect(details).to.have.length(20);
    for (const { message } of details) expect(message).to.match(/^[A-Z].*\.$/);
  });

  it('PLT-28: of a hundred thousand unknown fields twenty are named, and of a long name the beginning', () => {
    const names = Array.from({ length: 100_000 }, (_, at) => `f${at}`);
    const many = input.safeParse({ title: 'a', ...Object.fromEntries(names.map((name) => [name, 0])) });
    const long = input.safeParse({ title: 'a', ['\ud83d\ude00'.repeat(500_000)]: 0 });

    expect(many.success ? [] : detailsOf(many.error).map(({ path }) => path)).to.deep.equal(
      names.slice(0, 20).map((name) => `/${name}`),
    );
    expect(long.success ? [] : detailsOf(long.error).map(({ path }) => path)).to.deep.equal([
      `/${'\ud83d\ude00'.repeat(49)}…`,
    ]);
  });

  it('carries a rule of a context in the same form', () => {
    const refusal = invalidField('/expiresAt', 'api_key.expires_too_soon', 'Give a later one.');

    expect(refusal).to.include({ code: 'request.invalid', kind: 'invalid' });
    expect(refusal.details).to.deep.equal([
      { path: '/expiresAt', code: 'api_key.expires_too_soon', message: 'Give a later one.' },
    ]);
  });
});
