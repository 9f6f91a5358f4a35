import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import { z } from 'zod';
import { openApiDocument } from '../contract/openapi.ts';
import type { Route } from '../contract/routes.ts';
import { allRoutes } from '../routes/index.ts';
import {
  credentialFor,
  pathOf,
  type Things,
  type Tokens,
  thingsOf,
  tokensOf,
  validBodies,
} from '../testing/requests.ts';
import { type Served, served } from '../testing/served.ts';

/** `CHANCERY_FUZZ_REQUESTS=200000` is the long run. */
const requests = Number(process.env.CHANCERY_FUZZ_REQUESTS ?? 5_000);
/** What is looked at after each request grows with all that were made before, so a server gets no more than these. */
const mostOfServer = 10_000;
const shares = Array.from({ length: Math.ceil(requests / mostOfServer) }, (_, index) =>
  Math.min(mostOfServer, requests - index * mostOfServer),
);

const nasty = fc.oneof(
  fc.constantFrom(
    null,
    true,
    0,
    -1,
    1e308,
    Number.MAX_SAFE_INTEGER,
    '',
    ' ',
    '\u0000',
    'ﬀ',
    '\ud83d\ude00'.repeat(40),
    '../../etc/passwd',
    "'; drop table accounts; --",
    '%00',
    '[]',
    '2026-02-30',
    '9999-12-31T23:59:59Z',
    '-271821-04-20T00:00:00Z',
    'constructor',
    '__proto__',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.jsonValue({ maxDepth: 4 }),
  fc.array(fc.string(), { maxLength: 30 }),
);

interface Shot {
  readonly route: Route;
  readonly body: unknown;
  readonly things: Things;
  readonly token: string | null;
  readonly headers: Record<string, string>;
  readonly query: string;
}

const endsSession = new Set(['logout', 'logoutAll', 'revokeCurrentToken', 'deactivateAccount']);

describe('schema-driven fuzzing', function () {
  this.timeout(15 * 60_000 + mostOfServer * 60);
  let http: Served;
  let things: Things;
  let tokens: Tokens;
  let secrets: string[];
  beforeEach(async () => {
    http = await served();
    things = await thingsOf(http);
    tokens = await tokensOf(http);
    secrets = [tokens.session, tokens.key];
  });
  afterEach(() => http.close());

  /** Everything a refused request must leave as it was: ledgers, jobs and the newest version of every thing. */
  async function state(): Promise<{ readonly kept: string; readonly denials: number }> {
    const [row] = await http.sql<{ kept: string; denials: number }>(`
      with said as (select count(*)::int denials from audit_event where position('"outcome":"denied"'::bytea in payload) > 0)
      select denials, concat_ws('|', (select sum(last_seq) from audit_head) - denials, (select count(*) from jobs), (select sum(version) from projects),
        (select sum(version) from api_keys), (select sum(version) from memberships), (select count(*) from meetings), (select count(*) from sessions),
        (select count(*) from accounts), (select sum(used) from usage_counters), (select count(*) from project_members)) kept from said`);
    return row ?? { kept: '', denials: 0 };
  }

  /** How many lines of the ledger a refused request may leave: one of the refusal itself, where its use case says so (REC-95). */
  const mostDenials = ({ useCase }: Route, status: number): number =>
    useCase.denial !== undefined && [403, 404].includes(status) ? 1 : 0;

  const shots: fc.Arbitrary<Shot> = fc.constantFrom(...allRoutes).chain((route) => {
    const fields = Object.keys(route.useCase.input.shape);
    const bodies = fc.oneof(
      { weight: 4, arbitrary: fc.constant(null).map(() => validBodies[route.name]?.({}) ?? {}) },
      {
        weight: 5,
        arbitrary: fc
          .dictionary(fields.length === 0 ? fc.string() : fc.constantFrom(...fields), nasty, { maxKeys: 5 })
          .map((over) => ({ ...(validBodies[route.name]?.({}) ?? {}), ...over })),
      },
      { weight: 1, arbitrary: nasty },
    );
    const ids = fc.record(
      Object.fromEntries(
        route.pathFields.map((field) => [
          field,
          fc.oneof(fc.constant(''), fc.uuid(), fc.string({ unit: 'binary', minLength: 1, maxLength: 40 })),
        ]),
      ),
    );
    return fc.record({
      route: fc.constant(route),
      body: bodies,
      things: ids as fc.Arbitrary<Things>,
      token: fc.oneof(
        { weight: 6, arbitrary: fc.constant('own') },
        { weight: 1, arbitrary: fc.constantFrom(null, 'a.b.c', 'chan_live_00000000_x') },
      ),
      headers: fc.oneof(
        { weight: 5, arbitrary: fc.constant<Record<string, string>>({}) },
        {
          weight: 1,
          arbitrary: fc.constantFrom<Record<string, string>>(
            { 'If-Match': 'W/"x"' },
            { 'X-Idempotency-Key': 'once' },
            { 'X-Correlation-Id': '%%' },
            { 'Content-Type': 'text/plain' },
          ),
        },
      ),
      query: fc.oneof(
        fc.constant(''),
        fc.webQueryParameters(),
        fc
          .constantFrom(...fields, 'limit')
          .chain((field) =>
            nasty.map(
              (value) =>
                `${field}=${encodeURIComponent((typeof value === 'string' ? value : JSON.stringify(value)).replace(/[\ud800-\udfff]/g, ''))}`,
            ),
          ),
      ),
    });
  });

  for (const share of shares)
    it(`PLT-18: ${share} valid, near-valid and hostile requests get a declared answer, no 5xx, and change nothing when refused`, async () => {
      const validators = answerValidators();
      const counts = new Map<number, number>();
      let previous = await state();

      async function fire(shot: Shot): Promise<void> {
        const { route } = shot;
        // What ends the session would leave every later request without a session; it has tests of its own.
        const token =
          shot.token === 'own' && !endsSession.has(route.name)
            ? credentialFor(route, tokens)
            : shot.token === 'own'
              ? null
              : shot.token;
        const target = Object.fromEntries(
          route.pathFields.map((field) => [
            field,
            shot.things[field] || things[field] || randomBytes(4).toString('hex'),
          ]),
        );
        const line =
          `${route.method} ${pathOf(route, target)}${shot.query === '' ? '' : `?${shot.query}`}` as 'GET /';
        const answer = await http.call(line, {
          token,
          headers: shot.headers,
          ...(route.method === 'GET' ? {} : { body: shot.body }),
        });

        counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
        expect(answer.status, `${line} ${JSON.stringify(shot.body)} ${answer.text}`).to.be.lessThan(500);
        const validator = validators.get(`${route.name} ${answer.status}`);
        expect(validator, `${line} answered an undeclared ${answer.status}: ${answer.text}`).to.not.equal(
          undefined,
        );
        const checked = validator?.safeParse(answer.body);
        expect(
          checked?.success,
          `${line} ${answer.status} ${answer.text} ${checked?.error?.message}`,
        ).to.equal(true);
        if (answer.status === 400 && answer.body.error.code === 'request.invalid')
          expect(answer.body.error.details?.length, answer.text).to.be.greaterThan(0);
        const now = await state();
        if (answer.status >= 400 && route.name !== 'login' && route.name !== 'refreshSession') {
          const what = `${line} ${JSON.stringify(shot.body)} ${answer.text}`;
          expect(now.kept, what).to.equal(previous.kept);
          expect(now.denials - previous.denials, what).to.be.at.most(mostDenials(route, answer.status));
        }
        previous = now;
        if (answer.status < 300 && typeof answer.body?.data?.secret === 'string')
          secrets.push(answer.body.data.secret);
      }

      await fc.assert(fc.asyncProperty(shots, fire), { numRuns: share, endOnFailure: true });

      const log = http.logLines.join('');
      for (const secret of secrets) expect(log).to.not.include(secret);
      console.log(
        `      ${[...counts]
          .sort(([a], [b]) => a - b)
          .map(([status, count]) => `${status}: ${count}`)
          .join(', ')}`,
      );
      expect(counts.get(200) ?? 0).to.be.greaterThan(share / 100);
      expect(counts.get(201) ?? 0).to.be.greaterThan(share / 100);
    });

  /** One validator per operation and status, made from the published document alone. */
  function answerValidators(): Map<string, z.ZodType> {
    const document = openApiDocument('http://127.0.0.1') as unknown as {
      paths: Record<
        string,
        Record<
          string,
          {
            operationId: string;
            responses: Record<string, { content?: { 'application/json'?: { schema: object } } }>;
          }
        >
      >;
      components: { schemas: object };
    };
    const schemas = document.components.schemas as Record<string, unknown>;
    const inlined = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(inlined);
      if (typeof value !== 'object' || value === null) return value;
      if ('$ref' in value) return inlined(schemas[String(value.$ref).split('/').at(-1) ?? '']);
      return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inlined(member)]));
    };
    const validators = new Map<string, z.ZodType>();
    for (const item of Object.values(document.paths)) {
      for (const { operationId, responses } of Object.values(item)) {
        for (const [status, { content }] of Object.entries(responses)) {
          // Files have no schema of their own, and what was not modified has no body.
          const json = content?.['application/json'];
          if (json === undefined) {
            validators.set(`${operationId} ${status}`, z.any());
            continue;
          }
          const schema = inlined(json.schema) as object;
          validators.set(
            `${operationId} ${status}`,
            z.fromJSONSchema({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema }),
          );
        }
      }
    }
    return validators;
  }
});
