export { generateSigningKey, JoseTokenSigner, type SigningKey } from './jose-token-signer.ts';
