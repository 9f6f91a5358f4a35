import { generateKeyPairSync } from 'node:crypto';
import { expect } from 'chai';
import { loadConfiguration } from './configuration.ts';
import { ConfigurationError } from './configuration-error.ts';

const keyOn = (namedCurve: string): string =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const key = keyOn('prime256v1');
const apple = {
  CHANCERY_APPLE_WEB_CLIENT_ID: 'com.example.web',
  CHANCERY_APPLE_TEAM_ID: 'TEAM123456',
  CHANCERY_APPLE_KEY_ID: 'KEY1234567',
  CHANCERY_APPLE_PRIVATE_KEY: key,
};
const google = { CHANCERY_GOOGLE_WEB_CLIENT_ID: 'web', CHANCERY_GOOGLE_CLIENT_SECRET: 'hunter2' };

function faultsOf(environment: Readonly<Record<string, string>>): readonly string[] {
  try {
    loadConfiguration(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
}

describe('providers in the configuration', () => {
  it('are off unless they are set', () => {
    expect(loadConfiguration({}).providers).to.deep.equal({ apple: null, google: null });
  });

  it('are complete if they are set, with the issuers of Apple and Google', () => {
    const { providers } = loadConfiguration({
      ...apple,
      // In an environment file the key is on one line.
      CHANCERY_APPLE_PRIVATE_KEY: key.replaceAll('\n', '\\n'),
      CHANCERY_APPLE_NATIVE_CLIENT_IDS: 'com.example.phone, com.example.tablet',
      CHANCERY_GOOGLE_NATIVE_CLIENT_IDS: 'phone',
    });

    expect(providers).to.deep.equal({
      apple: {
        issuer: 'https://appleid.apple.com',
        webClientId: 'com.example.web',
        nativeClientIds: ['com.example.phone', 'com.example.tablet'],
        teamId: 'TEAM123456',
        keyId: 'KEY1234567',
        privateKey: key,
      },
      google: {
        issuer: 'https://accounts.google.com',
        webClientId: null,
        nativeClientIds: ['phone'],
        clientSecret: null,
      },
    });
  });

  const without = (whole: Readonly<Record<string, string>>, name: string) =>
    Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name));
  for (const [what, environment] of [
    ...Object.keys(apple).map((name) => [`Apple without ${name}`, without(apple, name)] as const),
    ...Object.keys(google).map((name) => [`Google without ${name}`, without(google, name)] as const),
    ['a key on another curve', { ...apple, CHANCERY_APPLE_PRIVATE_KEY: keyOn('secp384r1') }],
    ['a key that is none', { ...apple, CHANCERY_APPLE_PRIVATE_KEY: 'hunter2' }],
    ['an issuer without TLS', { ...google, CHANCERY_GOOGLE_ISSUER: 'http://accounts.example.com' }],
  ] as const)
    it(`refuses to start with ${what}, and repeats no value`, () => {
      const faults = faultsOf(environment);

      expect(faults).to.have.lengthOf(1);
      expect(faults.join()).to.not.match(/hunter2|TEAM123456|PRIVATE KEY-/);
    });
});
