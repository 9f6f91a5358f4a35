import { apiKeyPrefix, claimsToBeApiKey } from '@chancery/core/internal';
import { complain } from './command-answer.ts';

/**
 * The command `api-key check <text>` checks form and checksum offline, and stores nothing. The exit code is 0 for a key of
 * ours, 1 for text that only looks like one, 2 for any other. The secret is not repeated.
 */
export function checkApiKey(text: string): number {
  if (!claimsToBeApiKey(text)) return complain(2, 'This is no API key of Chancery.');
  const prefix = apiKeyPrefix(text);
  if (prefix === null)
    return complain(1, 'This looks like an API key, but its checksum is wrong: a slip of the pen.');
  process.stdout.write(`${JSON.stringify({ wellFormed: true, keyPrefix: prefix }, null, 2)}\n`);
  return 0;
}
