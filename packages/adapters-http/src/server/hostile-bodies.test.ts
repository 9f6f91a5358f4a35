import { takesFile } from '@chancery/core/internal';
import { leastAttempt, processorTimeOf } from '@chancery/core/testing';
import { expect } from 'chai';
import type { Route } from '../contract/routes.ts';
import { allRoutes } from '../routes/index.ts';
import { hostileTexts } from '../testing/hostile-bodies.ts';
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

const mostBytes = 1024 * 1024 - 512;
/** An endpoint that took time of a higher power than the size would take seconds; the bench holds it to 50 ms. */
const mostMilliseconds = 200;

/** The bench sends all of them. */
const texts = ['marks in turns', 'faces'];

const takesJson = ({ method, useCase }: Route) => method !== 'GET' && useCase.body === undefined;

describe('bodies that look for what costs more than its size', function () {
  this.timeout(10 * 60_000);
  let http: Served;
  let things: Things;
  let tokens: Tokens;
  before(async () => {
    http = await served();
    things = await thingsOf(http);
    tokens = await tokensOf(http);
  });
  after(() => http.close());

  async function answered(route: Route, body: unknown) {
    const sent = takesFile(route.useCase) ? bodyFor(route, body as object) : { raw: JSON.stringify(body) };
    return http.call(`${route.method} ${pathOf(route, things)}` as 'GET /', {
      ...sent,
      token: credentialFor(route, tokens),
    });
  }

  async function refused(route: Route, body: unknown): Promise<void> {
    const ask = async () => {
      const { status, text } = await answered(route, body);
      // Bodies of strangers have a smaller bound than a mebibyte.
      expect(status, text.slice(0, 300)).to.be.oneOf([400, 413]);
    };
    const least = await leastAttempt(() => processorTimeOf(ask), mostMilliseconds);

    expect(least).to.be.below(mostMilliseconds);
  }

  const full = (route: Route, kind: InputLeaf['kind'], fill: (bytes: number) => unknown) => {
    const leaves = leavesOf(route.useCase.input).filter(
      (leaf) => leaf.kind === kind && !route.pathFields.includes(String(leaf.path[0])),
    );
    if (leaves.length === 0) return null;
    // Beside a file there may be 64 KiB of texts.
    const most = takesFile(route.useCase) ? 60 * 1024 : mostBytes;
    const bytes = Math.floor(most / 1.4 / leaves.length);
    return leaves.reduce<unknown>(
      (body, { path }) => withValue(body, path, fill(bytes)),
      validBodies[route.name]?.(things) ?? {},
    );
  };

  for (const route of allRoutes.filter(takesJson)) {
    it(`PLT-28: ${route.name} refuses 1 MiB of combining marks, of any text and of any list at little cost`, async () => {
      for (const { name, of } of hostileTexts.filter(({ name }) => texts.includes(name))) {
        const body = full(route, 'text', of);
        if (body !== null) await refused(route, body).catch(told(name));
      }
      for (const element of ['null', '{}']) {
        const body = full(route, 'list', (bytes) =>
          Array(Math.ceil(bytes / (element.length + 1))).fill(JSON.parse(element)),
        );
        if (body !== null) await refused(route, body).catch(told(element));
      }
      await refused(
        route,
        Object.fromEntries(Array.from({ length: 9_000 }, (_, at) => [`unknown${at}`, at])),
      ).catch(told('unknown'));
    });
  }

  const told = (name: string) => (error: unknown) => {
    throw error instanceof Error ? Object.assign(error, { message: `${name}: ${error.message}` }) : error;
  };

  it('PLT-28: of many faults twenty are listed, and no made-up name is repeated whole', async () => {
    const route = allRoutes.find(({ name }) => name === 'createMeeting');
    if (route === undefined) throw new Error('There is no createMeeting.');
    const invitees = Array.from({ length: 300 }, () => ({ nobody: 1, email: 'nobody' }));
    const many = await answered(route, { invitees });
    const long = await answered(route, { ['x'.repeat(1_000_000)]: 0 });

    expect(many.body.error.details).to.have.length(20);
    expect(long.text.length).to.be.below(5_000);
  });
});
