import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createProgram } from '@chancery/cli';
import { Chancery } from '@chancery/sdk';
import { operations } from '@chancery/sdk/operations';
import { hostCommands } from '@chancery/server/host';

const client = new Chancery({ baseUrl: 'http://127.0.0.1:8080' });
const nothing = { write: () => true };
const program = createProgram(
  {
    operations,
    env: {},
    homeDirectory: '',
    hostName: '',
    stdout: nothing,
    stderr: nothing,
    readInput: async () => '',
    ask: async () => '',
    fetch,
    loadHost: async () => null,
  },
  { host: hostCommands() },
);

/** The scripts of the repository, or of the package in a folder of it. */
const scriptsOf = (folder = '.'): object => {
  const manifest = join(import.meta.dirname, '..', folder, 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).scripts : {};
};

/** The calls, commands, scripts and imports in a page's code that nobody could run. */
export async function unknownNamesIn(page: string): Promise<string[]> {
  const code = [...page.matchAll(/```[\s\S]*?```|`[^`\n]+`/g)].map(([text]) => text).join('\n');
  const calls = [...code.matchAll(/\bchancery\.(\w+)\.(\w+)\(/g)]
    .filter(([, context = '', name = '']) => !isCall(context, name))
    .map(([call]) => `${call})`);
  const commands = [...code.matchAll(/(?:^|[`\s])(chancery( [a-z][a-z-]*)+)/gm)]
    .map(([, command = '']) => command)
    .filter((command) => !isCommand(command.split(' ').slice(1)));
  const imports = [...code.matchAll(/import \{\s*([^}]+?),?\s*\} from '(@chancery\/[\w/-]+)'/g)].map(
    async ([, names = '', specifier = '']) => {
      const known: object = await import(specifier);
      return names
        .split(/,\s*/)
        .filter((name) => !name.startsWith('type ') && !(name in known))
        .map((name) => `${name} of ${specifier}`);
    },
  );
  const scripts = [...code.matchAll(/\bnpm run (?:--silent )?([\w:-]+)(?: -w ([\w/-]+))?/g)]
    .filter(([, name = '', folder]) => !(name in scriptsOf(folder)))
    .map(([command]) => command);
  return [...calls, ...commands, ...scripts, ...(await Promise.all(imports)).flat()];
}

function isCall(context: string, name: string): boolean {
  const api: unknown = Reflect.get(client, context);
  return typeof api === 'object' && api !== null && typeof Reflect.get(api, name) === 'function';
}

/** The words up to the first operand name a command. */
function isCommand(words: readonly string[]): boolean {
  let at = program;
  for (const word of words) {
    if (at.commands.length === 0) return true;
    const next = at.commands.find((each) => each.name() === word || each.aliases().includes(word));
    if (next === undefined) return false;
    at = next;
  }
  return true;
}
