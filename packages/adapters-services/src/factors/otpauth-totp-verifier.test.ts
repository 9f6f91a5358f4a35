import { totpVerifierContract } from '@chancery/core/testing';
import { OtpauthTotpVerifier } from './otpauth-totp-verifier.ts';

totpVerifierContract('otpauth', () => new OtpauthTotpVerifier());
