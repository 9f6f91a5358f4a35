export * from './otpauth-totp-verifier.ts';
export * from './simple-web-authn-passkey-verifier.ts';
