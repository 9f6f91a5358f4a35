import { keyVaultContract } from '@chancery/core/testing';
import { MemoryKeyVault } from './memory-key-vault.ts';

keyVaultContract('memory', async () => {
  const vault = new MemoryKeyVault();
  return { vault, again: () => vault, close: async () => undefined };
});
