import { type NewApiKeySecret, newApiKeySecret } from '../kernel/api-key-format.ts';
import type { Random } from '../kernel/ports.ts';
import type { ApiKeyRepository } from './ports.ts';

/** Makes a secret with a prefix that no other has: 32 bits are so few that two could be the same by chance. */
export async function freshSecret(random: Random, apiKeys: ApiKeyRepository): Promise<NewApiKeySecret> {
  const fresh = newApiKeySecret(random);
  return (await apiKeys.prefixTaken(fresh.keyPrefix)) ? freshSecret(random, apiKeys) : fresh;
}
