import { createHmac, createPrivateKey, createPublicKey } from 'node:crypto';
import type { AccessClaims } from '@chancery/core';
import { instantOf } from '@chancery/core/internal';
import { expect } from 'chai';
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  exportSPKI,
  type JWK,
  jwtVerify,
  SignJWT,
} from 'jose';
import { generateSigningKey, JoseTokenSigner, type SigningKey } from './jose-token-signer.ts';

const baseUrl = 'https://chancery.example';
const issuedAt = 1_777_887_000;
const at = (seconds: number) => instantOf((issuedAt + seconds) * 1000);
const claims: AccessClaims = {
  sub: 'usr_0123456789abcdef0123456789abcdef',
  sid: '01900000-0000-7000-8000-00000000000a',
  wid: null,
  jti: '01900000-0000-7000-8000-00000000000b',
  iat: issuedAt,
  exp: issuedAt + 600,
  auth_time: issuedAt - 60,
  amr: ['pwd', 'otp'],
};

const aKey = async (status: SigningKey['status'] = 'active'): Promise<SigningKey> => ({
  ...(await generateSigningKey()),
  status,
});
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('JoseTokenSigner', () => {
  let key: SigningKey;
  let signer: JoseTokenSigner;
  before(async () => {
    key = await aKey();
    signer = new JoseTokenSigner(baseUrl, [key]);
  });

  /** Makes a token that is correct except for `changes`, by a key that may be another. */
  const forged = (
    header: { alg?: string; typ?: string; kid?: string },
    payload: object = {},
    privateJwk: JWK = key.privateJwk,
  ) =>
    new SignJWT({ ...claims, amr: [...claims.amr], iss: baseUrl, aud: baseUrl, ver: 1, ...payload })
      .setProtectedHeader({ alg: 'EdDSA', typ: 'at+jwt', kid: key.kid, ...header })
      .sign(createPrivateKey({ key: { ...privateJwk } as never, format: 'jwk' })); // a JWK, which node calls JsonWebKey

  it('signs the claims of platform 2.2 and reads them back', async () => {
    const token = await signer.sign(claims);

    expect(decodeProtectedHeader(token)).to.deep.equal({ alg: 'EdDSA', typ: 'at+jwt', kid: key.kid });
    expect(decodeJwt(token)).to.deep.equal({ ...claims, iss: baseUrl, aud: baseUrl, ver: 1 });
    expect(await signer.verify(token, at(1))).to.deep.equal(claims);
    expect(await signer.verify(await forged({}), at(1))).to.deep.equal(claims);
  });

  it('publishes the keys that verify, without their private half', async () => {
    const next = await aKey('next');
    const { keys } = await new JoseTokenSigner(baseUrl, [key, next]).jwks();

    expect(keys).to.deep.equal(
      [key, next].map(({ kid, privateJwk: { x } }) => ({
        kty: 'OKP',
        crv: 'Ed25519',
        x,
        kid,
        alg: 'EdDSA',
        use: 'sig',
      })),
    );
    const { payload } = await jwtVerify(
      await signer.sign(claims),
      createLocalJWKSet({ keys: keys as JWK[] }),
      {
        currentDate: new Date(at(1)),
      },
    );
    expect(payload.jti).to.equal(claims.jti);
  });

  it('SES-10: refuses another key, alg none, HS256 over the public key, another type, issuer or audience', async () => {
    const other = await generateSigningKey();
    const unsigned = `${part({ alg: 'none', typ: 'at+jwt', kid: key.kid })}.${part({ ...claims, iss: baseUrl, aud: baseUrl })}.`;
    const publicKey = createPublicKey(
      createPrivateKey({ key: { ...key.privateJwk } as never, format: 'jwk' }),
    );
    const hmacInput = `${part({ alg: 'HS256', typ: 'at+jwt', kid: key.kid })}.${part({ ...claims, iss: baseUrl, aud: baseUrl })}`;
    const hmacKeys = [await exportSPKI(publicKey), Buffer.from(key.privateJwk.x ?? '', 'base64url')];
    const good = await signer.sign(claims);

    const tokens = [
      await forged({}, {}, other.privateJwk),
      await forged({ kid: other.kid }, {}, other.privateJwk),
      await forged({ kid: other.kid }),
      unsigned,
      ...hmacKeys.map(
        (secret) => `${hmacInput}.${createHmac('sha256', secret).update(hmacInput).digest('base64url')}`,
      ),
      await forged({ typ: 'JWT' }),
      await forged({}, { iss: 'https://other.example' }),
      await forged({}, { aud: 'https://other.example' }),
      await forged({}, { sid: undefined }),
      `${good.slice(0, -4)}AAAA`,
      'not a token',
      '',
    ];
    for (const token of tokens) expect(await signer.verify(token, at(1)), token).to.equal('invalid');
  });

  it('AUT-1: is expired 30 seconds after exp and no sooner, remembered or not', async () => {
    const token = await signer.sign(claims);
    const fresh = () => new JoseTokenSigner(baseUrl, [key]);

    expect(await signer.verify(token, at(629))).to.deep.equal(claims);
    expect(await signer.verify(token, at(630))).to.equal('expired');
    expect(await signer.verify(token, at(630))).to.equal('expired');
    expect(await fresh().verify(token, at(629))).to.deep.equal(claims);
    expect(await fresh().verify(token, at(630))).to.equal('expired');
  });

  it('remembers what it verified, frozen, and does not remember what it refused', async () => {
    const token = await signer.sign(claims);
    const first = await signer.verify(token, at(1));
    const second = await signer.verify(token, at(2));

    expect(second).to.equal(first);
    expect(Object.isFrozen(first)).to.equal(true);
    expect(await signer.verify(`${token.slice(0, -4)}AAAA`, at(2))).to.equal('invalid');
  });

  it('SES-11: verifies tokens of a retired key, and of none that is no longer listed', async () => {
    const rotating = new JoseTokenSigner(baseUrl, [key]);
    const old = await rotating.sign(claims);
    const successor = await aKey();

    rotating.replaceKeys([successor, { ...key, status: 'retired' }]);
    expect(await rotating.verify(old, at(1))).to.deep.equal(claims);
    expect(decodeProtectedHeader(await rotating.sign(claims)).kid).to.equal(successor.kid);

    rotating.replaceKeys([successor]);
    expect(await rotating.verify(old, at(1))).to.equal('invalid');
  });

  it('takes exactly one active key, and Ed25519 only', async () => {
    const { kid } = key;
    expect(() => new JoseTokenSigner(baseUrl, [])).to.throw('active');
    expect(() => new JoseTokenSigner(baseUrl, [key, { ...key, kid: 'b' }])).to.throw('active');
    const publicOnly = { kid, privateJwk: { ...key.privateJwk, d: '' }, status: 'active' as const };
    expect(() => new JoseTokenSigner(baseUrl, [publicOnly])).to.throw('Ed25519');
  });
});
