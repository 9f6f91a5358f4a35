import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';
import { openApiDocument } from './openapi.ts';

const idToken = 'a.b.c';
const nonce = 'a nonce of sixteen';

describe('what a use case refuses by itself', () => {
  let http: Served;
  before(async () => {
    http = await served();
  });
  after(() => http?.close());

  const { paths } = openApiDocument('http://127.0.0.1:8080') as {
    // biome-ignore lint/suspicious/noExplicitAny: the document is read as any reader does
    readonly paths: Record<string, any>;
  };
  const declared = (line: string, status: number): readonly string[] => {
    const [method = '', path = ''] = line.split(' ');
    return paths[path][method.toLowerCase()].responses[status]?.description.split(', ') ?? [];
  };

  it('is declared where nobody is signed in who could link an identity', async () => {
    for (const [line, call] of [
      ['POST /api/v1/auth/apple', { body: { identityToken: idToken, nonce, intent: 'link' } }],
      ['POST /api/v1/auth/google', { body: { idToken, nonce, intent: 'link' } }],
      ['GET /api/v1/auth/google/start', { query: '?intent=link' }],
    ] as const) {
      const { status, body } =
        'query' in call ? await http.call(`${line}${call.query}`) : await http.call(line, call);
      expect([line, status, body.error.code]).to.deep.equal([line, 401, 'auth.required']);
      expect(declared(line, status), line).to.include(body.error.code);
    }
  });

  it('is declared where the proof of who deactivates their account is too old', async () => {
    const person = {
      email: `long.gone.${http.owner.email}`,
      displayName: 'Lena',
      password: 'a long walk by the river',
    };
    const { refreshToken } = (await http.call('POST /api/v1/auth/register', { body: person })).body.data;
    http.clock.advance({ seconds: 16 * 60 });
    const renewed = await http.call('POST /api/v1/auth/refresh', { body: { refreshToken } });
    const token: string = renewed.body.data.accessToken;
    const line = 'DELETE /api/v1/auth/me';

    const { status, body } = await http.call(line, { token, body: { confirm: 'DELETE' } });

    expect([status, body.error.code]).to.deep.equal([403, 'auth.reauthentication_required']);
    expect(declared(line, status)).to.include(body.error.code);
  });
});
