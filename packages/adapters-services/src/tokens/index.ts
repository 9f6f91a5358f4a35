export { generateSigningKey, JoseTokenSigner, type SigningKey } from './jose-token-signer.ts';
export * from './rotating-token-signer.ts';
