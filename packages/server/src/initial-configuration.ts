import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { configurationTable } from './configuration.ts';
import { ConfigurationError } from './configuration-error.ts';

/** Writes a file of all variables, commented out except a new master key, readable for the owner only. It never overwrites a file. */
export async function initialize(path: string): Promise<number> {
  const key = `m${randomBytes(4).toString('hex')}:${randomBytes(32).toString('base64')}`;
  const entries = configurationTable().map(({ name, shownDefault, meaning }) => {
    const line = name === 'CHANCERY_MASTER_KEY' ? `${name}=${key}` : `#${name}=`;
    return `# ${meaning}\n# Default: ${shownDefault}\n${line}\n`;
  });
  try {
    await writeFile(path, entries.join('\n'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new ConfigurationError([`${path} is there already; nothing was written.`]);
    throw error;
  }
  process.stdout.write(`Wrote ${path}. Set what you need in it, then:

  chancery migrate --env-file ${path}                              # with PostgreSQL
  chancery init --first-owner you@example.com --env-file ${path}   # prints the link that sets a password
  chancery serve --env-file ${path}
`);
  return 0;
}
