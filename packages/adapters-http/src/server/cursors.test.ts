import type { CursorPart } from '@chancery/core';
import { cursorOf, cursorParts } from '@chancery/core/internal';
import { expect } from 'chai';
import type { z } from 'zod';
import type { Route } from '../contract/routes.ts';
import { allRoutes } from '../routes/index.ts';
import { credentialFor, pathOf, type Things, type Tokens, thingsOf, tokensOf } from '../testing/requests.ts';
import { type Served, served } from '../testing/served.ts';

/** The parts of the cursors that an endpoint takes; null if it takes none. */
function partsOf({ useCase }: Route): readonly CursorPart[] | null {
  const field = useCase.input.shape.cursor as z.ZodOptional | undefined;
  return field === undefined ? null : (cursorParts.get(field._zod.def.innerType)?.parts ?? []);
}

const fittingForms: Readonly<Record<string, string>> = {
  text: 'Ada',
  instant: '2026-11-23T12:00:00.000Z',
  date: '2026-11-23',
  id: '01900000-0000-7000-8000-00000000000a',
  integer: '1',
  sequence: '1',
};
const formOf = (part: CursorPart) => part.replace(/ or null$/, '');
const mayBeNull = (part: CursorPart) => formOf(part) !== part;
const forged: readonly unknown[] = [
  null,
  true,
  7,
  {},
  [],
  ['a'],
  '',
  ' ',
  'a',
  '-1',
  '1.5',
  '9'.repeat(30),
  'NaN',
  'infinity',
  '0000-01-01T00:00:00Z',
  '2026-02-30T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  "'; drop table accounts; --",
  'a\u0000',
  '\ud800',
  'x'.repeat(401),
  '{}',
  '\\x00',
];
const lists = allRoutes.filter((route) => partsOf(route) !== null);
/** What a list refuses to do without although its fields do not say so. */
const alsoGiven: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // A page goes on within one view.
  listRetention: { view: 'policies' },
  searchDocuments: { query: 'lease' },
  searchRecords: { query: 'lease' },
};
const raw = (walk: string, key: readonly unknown[]) =>
  Buffer.from(JSON.stringify([walk, ...key])).toString('base64url');

describe('cursors of every list', () => {
  let http: Served;
  let things: Things;
  let tokens: Tokens;
  before(async () => {
    http = await served();
    things = await thingsOf(http);
    tokens = await tokensOf(http);
  });
  after(() => http.close());

  /** What an endpoint cannot do without: what its path names, and filters that it demands. */
  const givenTo = ({ useCase, context }: Route): readonly (readonly [string, string])[] =>
    Object.entries(useCase.input.shape)
      .filter(([, field]) => !(field as z.ZodType).safeParse(undefined).success)
      .map(([name]) => [name, things[`${context}.${name}`] ?? things[name] ?? '']);
  /** What opens a list to whoever holds a link, if it is shown in the header. */
  const linkTokenOf = ({ useCase, context }: Route): string | null =>
    'authorization' in useCase.input.shape ? (things[`${context}.token`] ?? null) : null;
  /** What the endpoint reads of a request without further filters. */
  const inputOf = (route: Route): Record<string, unknown> => {
    const token = linkTokenOf(route);
    return route.useCase.input.parse({
      ...Object.fromEntries(givenTo(route)),
      ...alsoGiven[route.name],
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    });
  };
  const list = async (route: Route, cursor: string) => {
    const filters = givenTo(route).filter(([name]) => !route.pathFields.includes(name));
    const given = { ...Object.fromEntries(filters), ...alsoGiven[route.name], cursor };
    const token = credentialFor(route, tokens) ?? linkTokenOf(route);
    const path = pathOf(route, things);
    if (route.method === 'GET')
      return http.call(`GET ${path}?${new URLSearchParams(given)}` as 'GET /', { token });
    // A search is posted, so that its cursor stands in the body and its answer is made; else it is a list as all others.
    const { status, body } = await http.call(`POST ${path}` as 'POST /', { token, body: given });
    return {
      status: status === 201 ? 200 : status,
      body: JSON.parse(JSON.stringify(body).replaceAll('"/body/', '"/query/')),
    };
  };
  const codeOf = ({ status, body }: Awaited<ReturnType<typeof list>>) =>
    `${status} ${body.error?.details?.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`).join() ?? ''}`.trim();
  const invalid = '400 /query/cursor cursor.invalid';

  it('there are lists with cursors, and each says what its cursors consist of', () => {
    expect(lists.length).to.be.greaterThan(15);
    for (const route of lists) expect(partsOf(route), route.name).to.not.deep.equal([]);
  });

  for (const route of lists) {
    const parts = partsOf(route) ?? [];
    const key = parts.map((part) => fittingForms[formOf(part)] ?? '');

    it(`PLT-25: ${route.name} goes on from a cursor of its own and refuses those of other walks`, async () => {
      const walk = { name: route.name, input: inputOf(route) };

      expect(codeOf(await list(route, cursorOf(walk, key)))).to.equal('200');
      expect(codeOf(await list(route, cursorOf({ ...walk, name: 'listOthers' }, key)))).to.equal(invalid);
      expect(
        codeOf(await list(route, cursorOf({ ...walk, input: { ...inputOf(route), sort: 'x' } }, key))),
      ).to.equal(invalid);
      for (const length of [0, parts.length - 1, parts.length + 1]) {
        const other = Array.from({ length }, (_, at) => key[at] ?? 'a');
        expect(codeOf(await list(route, cursorOf(walk, other)))).to.equal(invalid);
      }
    });

    it(`PLT-25: ${route.name} refuses a cursor that was cut, and one with anything put into it`, async () => {
      const cursor = cursorOf({ name: route.name, input: inputOf(route) }, key);
      const cuts = [0, 1, 2, 7, 16, Math.floor(cursor.length / 2), cursor.length - 4, cursor.length - 2];
      const spoilt = [
        ...cuts.map((length) => cursor.slice(0, length)),
        cursor.slice(1),
        cursor.slice(4),
        `${cursor}${cursor}`,
        `AAAA${cursor}`,
        `${cursor.slice(0, 20)}AAAA${cursor.slice(20)}`,
        'x'.repeat(2049),
      ];
      const refused = ['cursor.invalid', 'field.out_of_range'].map((code) => `400 /query/cursor ${code}`);

      for (const each of spoilt)
        expect(codeOf(await list(route, each)), each.slice(0, 99)).to.be.oneOf(refused);
      expect(codeOf(await list(route, cursor))).to.equal('200');
    });

    for (const [position, part] of parts.entries())
      it(`PLT-25: ${route.name} refuses a forged ${part} in place ${position + 1} of its cursor`, async () => {
        const walk = { name: route.name, input: inputOf(route) };
        const [digest = ''] = JSON.parse(
          Buffer.from(cursorOf(walk, key), 'base64url').toString(),
        ) as string[];
        for (const value of forged) {
          const answer = await list(route, raw(digest, key.with(position, value as string)));
          const mayFit =
            value === null
              ? mayBeNull(part)
              : formOf(part) === 'text' && typeof value === 'string' && !/[\0\ud800]|x{401}/.test(value);
          expect(codeOf(answer), JSON.stringify(value)).to.equal(mayFit ? '200' : invalid);
        }
      });
  }
});
