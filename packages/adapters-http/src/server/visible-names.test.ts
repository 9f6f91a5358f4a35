import { expect } from 'chai';
import type { Route } from '../contract/routes.ts';
import { allRoutes } from '../routes/index.ts';
import { type InputLeaf, leavesOf, withValue } from '../testing/input-leaves.ts';
import {
  bodyFor,
  credentialFor,
  pathOf,
  type Things,
  type Tokens,
  thingsOf,
  tokensOf,
  validBodies,
} from '../testing/requests.ts';
import { type Served, served } from '../testing/served.ts';

const refused: Readonly<Record<string, string>> = {
  'a right-to-left override': 'invoice\u202efdp.exe',
  'an isolate without an end': 'Ada\u2066Eve',
  'a mark of direction': 'Ada\u200f',
  'zero-width characters alone': '\u200b\u200d\ufeff',
  'fillers alone': '\u3164\u115f',
  'a blank pattern of Braille': '\u2800',
  'tags alone': '\u{e0041}\u{e0042}',
  'a soft hyphen alone': '\u00ad',
};

/** Given by a provider: a person who signs in cannot change it, so it is cleaned instead of refused (OID-12). */
const cleaned = new Set(['signInWithApple.displayName']);

/** Fields that hold a name which others see, by what they are called. */
const namesOf = ({ name, useCase }: Route): readonly InputLeaf[] =>
  leavesOf(useCase.input).filter(
    ({ kind, path }) =>
      kind === 'text' &&
      !cleaned.has(`${name}.${path.join('.')}`) &&
      /(?:^|[a-z])(?:name|title|label)$/i.test(String(path.findLast((part) => part !== 0))),
  );
const routes = allRoutes.filter((route) => route.method !== 'GET' && namesOf(route).length > 0);

describe('visible names', () => {
  let http: Served;
  let things: Things;
  let tokens: Tokens;
  before(async () => {
    http = await served();
    things = await thingsOf(http);
    tokens = await tokensOf(http);
  });
  after(() => http.close());

  it('there are many endpoints that take one, of people, workspaces, projects, titles and files', () => {
    expect(routes.length).to.be.greaterThan(25);
    expect(routes.map(({ name }) => name)).to.include.members([
      'registerAccount',
      'createWorkspace',
      'createProject',
      'createMeeting',
      'createUploadSession',
    ]);
  });

  for (const route of routes) {
    for (const { path } of namesOf(route))
      it(`PLT-31: ${route.name} refuses a ${path.join('.')} that reorders what stands around it or cannot be seen`, async () => {
        for (const [what, name] of Object.entries(refused)) {
          const { status, body } = await http.call(`${route.method} ${pathOf(route, things)}` as 'GET /', {
            // What a body is made into is a body.
            ...bodyFor(route, withValue(validBodies[route.name]?.(things) ?? {}, path, name) as object),
            token: credentialFor(route, tokens),
          });
          const faults = (body.error.details ?? []).map(
            (detail: { path: string; code: string }) => `${detail.path} ${detail.code}`,
          );

          expect(status, what).to.equal(400);
          expect(faults, what).to.include(`/body/${path.join('/')} field.characters`);
        }
      });
  }
});
