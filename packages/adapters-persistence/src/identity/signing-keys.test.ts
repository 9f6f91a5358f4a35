import { signingKeyStoreContract } from '@chancery/core/testing';
import { onBothDatabases } from '../testing/both-databases.ts';
import { signingKeyStore } from './signing-keys.ts';

onBothDatabases('the store of signing keys', (database) => {
  signingKeyStoreContract('the database', () => signingKeyStore(database()));
});
