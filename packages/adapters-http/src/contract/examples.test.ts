import { plusDays, takesFile } from '@chancery/core/internal';
import { expect } from 'chai';
import { allRoutes } from '../routes/index.ts';
import { credentialFor, pathOf, type Things, type Tokens, thingsOf, tokensOf } from '../testing/requests.ts';
import { type Answer, type Served, served } from '../testing/served.ts';
import { openApiDocument } from './openapi.ts';
import type { Route } from './routes.ts';

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly example?: unknown;
    readonly 'x-chancery-secret'?: true;
  }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: object; readonly example?: unknown }>>;
  };
}

const document = openApiDocument('http://127.0.0.1:8080');
const operations = new Map(
  Object.values(document.paths as Record<string, Record<string, Operation>>)
    .flatMap((item) => Object.values(item))
    .map((operation) => [operation.operationId, operation]),
);

/** What a person reads off the page: the parameters that must be there, and the body. */
function exampleRequest(route: Route, things: Things) {
  const { parameters = [], requestBody } = operations.get(route.name) ?? {};
  const inPath = parameters
    .filter((one) => one.in === 'path')
    .map(({ name, example }): [string, string] => [name, String(example)]);
  const needed = parameters.filter(({ required }) => required);
  const query = new URLSearchParams(
    needed
      .filter((one) => one.in === 'query')
      .map(({ name, example }): [string, string] => [name, String(example)]),
  ).toString();
  const headers = Object.fromEntries(
    needed
      .filter((one) => one.in === 'header')
      .map(({ name, example }): [string, string] => [name, String(example)]),
  );
  const example = requestBody?.content['application/json']?.example;
  // What only this workspace knows, and what depends on the day.
  const known = Object.entries({ confirmSlug: things.slug, since: things.yesterday });
  const body =
    typeof example === 'object' && example !== null
      ? { ...example, ...Object.fromEntries(known.filter(([name]) => Object.hasOwn(example, name))) }
      : example;
  return {
    line: `${route.method} ${pathOf(route, { ...Object.fromEntries(inPath), ...things })}${query === '' ? '' : `?${query}`}` as `POST /${string}`,
    options: { ...(body === undefined ? {} : { body }), headers },
  };
}

/** Bytes cannot be written down as an example. */
const isWritten = ({ useCase }: Route) => useCase.body === undefined && !takesFile(useCase);

/** Reading comes before changing, and changing before deleting: nothing is looked for that is gone. */
const order = ({ method, useCase }: Route) =>
  method === 'GET' ? 0 : method === 'DELETE' || useCase.endsSession ? 2 : 1;

const ending: ReadonlySet<string> = new Set([
  'changePassword',
  'deactivateAccount',
  'logout',
  'logoutAll',
  'revokeCurrentToken',
  'closeWorkspace',
]);

describe('the examples of the contract', () => {
  let here: Served;
  let things: Things;
  let tokens: Tokens;
  const renew = async () => {
    await here?.close();
    here = await served();
    tokens = await tokensOf(here);
    const { workspace } = await here.chancery.workspace.getWorkspace({}, here.owner.session);
    things = {
      ...(await thingsOf(here)),
      slug: workspace.slug,
      yesterday: plusDays(here.clock.now(), -1),
    };
  };
  const answers = new Map<string, Answer>();
  const send = (route: Route) => {
    const { line, options } = exampleRequest(route, things);
    const token = route.useCase.bearer === 'optional' ? tokens.session : credentialFor(route, tokens);
    return here.call(line, { token, ...options });
  };

  before(async () => {
    await renew();
    for (const route of [...allRoutes].filter(isWritten).sort((a, b) => order(a) - order(b))) {
      const answer = await send(route);
      answers.set(route.name, answer);
      // It ended the session or the workspace, so that what follows needs a new one.
      if (ending.has(route.name)) await renew();
    }
  });
  after(() => here?.close());

  it('every operation has one: each parameter that it needs and that is no secret, and the body unless that is a file', () => {
    const lacking = [...operations.values()].filter(
      ({ parameters = [], requestBody }) =>
        parameters.some((one) => one.required && one.example === undefined && !one['x-chancery-secret']) ||
        (requestBody?.content['application/json']?.example === undefined &&
          requestBody?.content['application/json']?.schema !== undefined),
    );
    expect(lacking.map(({ operationId }) => operationId)).to.deep.equal([]);
  });

  it('none is refused as invalid, and none breaks anything', () => {
    const refused = [...answers].filter(
      ([, { status, body }]) => status >= 500 || body?.error?.code === 'request.invalid',
    );
    expect(
      refused.map(([name, { status, body }]) => [name, status, JSON.stringify(body?.error)]),
    ).to.deep.equal([]);
  });

  it('each answer is one that its operation declares, down to the code', () => {
    const undeclared = [...answers].filter(([name, { status, body }]) => {
      const { responses = {} } = operations.get(name) ?? {};
      const codes = responses[status]?.description.split(', ') ?? [];
      return responses[status] === undefined || (status >= 400 && !codes.includes(body.error.code));
    });
    expect(undeclared.map(([name, { status, text }]) => `${name} ${status} ${text}`)).to.deep.equal([]);
  });

  it('most do what they say, with the ids of things that are there', () => {
    const done = [...answers].filter(([, { status }]) => status < 400).map(([name]) => name);
    expect(done.length).to.be.above(100);
  });
});
