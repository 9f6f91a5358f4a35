import { challengeOf, enrolTotp } from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';
import { allRoutes } from './index.ts';

const password = 'correct horse battery staple';

describe('the endpoints of second factors', () => {
  let http: Served;
  before(async () => {
    http = await served();
  });
  after(() => http.close());

  it('MFA-15: answer with no-store, and the log holds no secret, code, challenge token or otpauth address', async () => {
    const { owner, ports, clock } = http;
    const token = owner.session.credential;
    const call = async (line: `${string} /${string}`, body?: object, as: string | null = token) => {
      const answer = await http.call(line, { token: as, ...(body === undefined ? {} : { body }) });
      expect([line, answer.headers.get('cache-control')]).to.deep.equal([line, 'no-store']);
      return { status: answer.status, ...answer.body.data, error: answer.body.error };
    };

    const begun = await call('POST /api/v1/auth/factors/totp', {});
    const code = ports.totp.code(begun.secret, clock.now());
    const confirmed = await call(`POST /api/v1/auth/factors/totp/${begun.factor.id}/confirm`, { code });
    clock.advance({ seconds: 30 });
    const challenge = await call('POST /api/v1/auth/login', { email: owner.email, password }, null);
    const next = ports.totp.code(begun.secret, clock.now());
    const answer = { challengeToken: challenge.challengeToken, totpCode: next };
    const session = await call('POST /api/v1/auth/factors/challenge', answer, null);
    const renewed = await call('POST /api/v1/auth/factors/recovery-codes');
    const listed = await call('GET /api/v1/auth/factors');
    const options = await call('POST /api/v1/auth/factors/passkeys/assertion-options', {}, null);
    const again = await call('POST /api/v1/auth/factors/challenge', answer, null);

    expect(
      [begun, confirmed, challenge, session, renewed, listed, options, again].map(({ status }) => status),
    ).to.deep.equal([201, 200, 201, 201, 201, 200, 200, 401]);
    expect(challenge.tokenType).to.equal('Challenge');
    expect(again.error.code).to.equal('auth.challenge_invalid');
    const log = http.logLines.join('\n');
    const hidden = [begun.secret, code, next, challenge.challengeToken, 'otpauth:', session.refreshToken];
    for (const secret of [...hidden, ...confirmed.recoveryCodes, ...renewed.recoveryCodes])
      expect(log).not.to.include(secret);
  });

  it('MFA-7: a wrong password and an unknown address are answered alike, whoever has factors', async () => {
    const { person } = http;
    const armed = await person('member', 'Armed');
    await enrolTotp(http, armed);
    const wrong = async (email: string) => {
      const { status, body } = await http.call('POST /api/v1/auth/login', {
        body: { email, password: 'not the password' },
      });
      return { status, success: body.success, error: body.error };
    };

    expect((await challengeOf(http, armed)).tokenType).to.equal('Challenge');
    expect(await wrong(armed.email)).to.deep.equal(await wrong('nobody.at.all@example.com'));
  });

  it('THR-18: the endpoints that start a passkey ceremony share a bucket of thirty a minute and address', async () => {
    const rows = allRoutes.filter(({ useCase }) => useCase.throttle?.bucket === 'passkey_ceremony');

    expect(
      rows.map(({ name, useCase }) => [name, useCase.throttle?.limit, useCase.throttle?.windowSeconds]),
    ).to.deep.equal([
      ['passkeyRegistrationOptions', 30, 60],
      ['passkeyAssertionOptions', 30, 60],
    ]);
  });

  it('answer 400 with the pointer if none or two factors are given', async () => {
    const challengeToken = 'A'.repeat(43);
    const faults = async (body: object) => {
      const answer = await http.call('POST /api/v1/auth/factors/challenge', {
        body: { challengeToken, ...body },
      });
      return [answer.status, answer.body.error.details.map(({ code }: { code: string }) => code)];
    };

    expect(await faults({})).to.deep.equal([400, ['factor.one_answer']]);
    expect(await faults({ totpCode: '123456', recoveryCode: 'AAAA' })).to.deep.equal([
      400,
      ['factor.one_answer'],
    ]);
  });
});
