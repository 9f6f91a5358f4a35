import { aStranger } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { allRoutes } from '../routes/index.ts';
import { bodyFor, pathOf, rawRequest, type Things, thingsOf, validBodies } from '../testing/requests.ts';
import { type Served, served } from '../testing/served.ts';

describe('tenancy, over every route', () => {
  let http: Served;
  let things: Things;
  let strangerToken: string;
  let strangerKey: string;
  before(async () => {
    http = await served();
    things = await thingsOf(http);
    const stranger = await http.stranger();
    strangerToken = stranger.session.credential ?? '';
    strangerKey = (
      await http.chancery.integrations.createApiKey(
        {
          name: 'Theirs',
          scopes: ['workspace.read', 'members.read', 'meetings.read', 'projects.read', 'meetings.write'],
        },
        stranger.session,
      )
    ).secret;
    await http.chancery.meetings.createIntegrationMeeting(
      { title: 'Private matter', scheduledStartAt: '2026-12-01T09:00:00Z' },
      aStranger({ credential: (await http.apiKey()).secret }),
    );
  });
  after(() => http.close());

  for (const route of allRoutes.filter(
    // Whoever holds a mailed link need not belong to the workspace: a token is no thing of it.
    ({ pathFields, useCase }) =>
      pathFields.length > 0 && !pathFields.includes('token') && useCase.access !== 'anyone',
  )) {
    it(`MTG-96: ${route.name} does not show the owner of another workspace that a thing exists`, async () => {
      const before = (await http.happened()).length;
      const ask = (target: Things) => {
        const body = validBodies[route.name]?.(target);
        return http.call(`${route.method} ${pathOf(route, target)}` as 'GET /', {
          token: strangerToken,
          ...(body === undefined ? {} : bodyFor(route, body)),
          ...rawRequest(route),
        });
      };
      const absent = Object.fromEntries(
        Object.entries(things).map(([field, id]) => [
          field,
          id.startsWith('usr_')
            ? `usr_${'0'.repeat(32)}`
            : id.startsWith('workspace_')
              ? `workspace_${'a'.repeat(26)}`
              : /^\d+$/.test(id)
                ? '900000009'
                : field.endsWith('.code')
                  ? 'nothing_that_is'
                  : '01900000-0000-7000-8000-00000000000a',
        ]),
      );

      const real = await ask(things);
      const unknown = await ask(absent);

      expect([401, 403, 404]).to.include(real.status);
      expect(real.body.error).to.deep.equal(unknown.body.error);
      expect((await http.happened()).length).to.equal(before);
    });
  }

  for (const route of allRoutes.filter(
    ({ useCase, method }) => useCase.access !== 'anyone' && method === 'GET',
  )) {
    it(`${route.name} shows another workspace's credential nothing of this one`, async () => {
      const token =
        typeof route.useCase.access === 'object' && 'scope' in route.useCase.access
          ? strangerKey
          : strangerToken;
      const { text } = await http.call(`GET ${pathOf(route, things)}` as `GET /`, { token });

      for (const trace of [
        http.workspaceId,
        http.owner.id,
        http.owner.email,
        'Private matter',
        'Things',
        ...Object.values(things),
      ])
        expect(text).to.not.include(trace);
    });
  }

  for (const route of allRoutes.filter(({ useCase }) => useCase.access !== 'anyone')) {
    it(`${route.name} answers nobody without a credential, and refuses the other kind of credential`, async () => {
      const line = `${route.method} ${pathOf(route, things)}` as 'GET /';
      const takesKey = typeof route.useCase.access === 'object' && 'scope' in route.useCase.access;

      const raw = rawRequest(route);

      expect((await http.call(line, raw)).body.error.code).to.equal('auth.required');
      expect(
        (await http.call(line, { ...raw, token: takesKey ? strangerToken : strangerKey })).body.error.code,
      ).to.equal(takesKey ? 'auth.api_key_required' : 'auth.access_token_required');
    });
  }
});
