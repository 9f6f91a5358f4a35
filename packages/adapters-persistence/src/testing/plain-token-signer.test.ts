import { tokenSignerContract } from '@chancery/core/testing';
import { PlainTokenSigner } from './doubles.ts';

tokenSignerContract('the test world', async () => ({
  signer: new PlainTokenSigner(),
  other: new PlainTokenSigner(),
}));
