import { passkeyVerifierContract, totpVerifierContract } from '@chancery/core/testing';
import { PlainPasskeys, PlainTotp } from './factor-doubles.ts';

totpVerifierContract('the test world', () => new PlainTotp());

const passkeys = new PlainPasskeys();
passkeyVerifierContract('the test world', () => ({
  verifier: passkeys,
  authenticator: {
    create: async (options) => passkeys.create(options),
    get: async (options, created) => passkeys.get(options, created as ReturnType<PlainPasskeys['create']>),
  },
}));
