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
  const calls = [...code.matchAll(/\b(?:chancery\.(?:integration\.)?|integration\.)(\w+)\.(\w+)\(/g)]
    .filter(([call, context = '', name = '']) => !isCall(apiOf(call), context, name))
    .map(([call]) => `${call})`);
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
  return [...calls, ...unknownCommandsIn(code), ...scripts, ...(await Promise.all(imports)).flat()];
}

/** The commands in code, and flags of theirs, that the command line does not take. */
export function unknownCommandsIn(code: string): string[] {
  const commands = [...code.matchAll(/(?:^|[`'"\s])(chancery( [a-z][a-z-]*)+)/gm)]
    .map(([, command = '']) => command)
    .filter((command) => commandOf(command.split(' ').slice(1)) === null);
  const flags = code
    .replaceAll('\\\n', ' ')
    .split(/[`'"\n]/)
    .flatMap(unknownFlagsIn);
  return [...commands, ...flags];
}

/** What an application may call, or what a member may. */
const apiOf = (call: string): object => (/\bintegration\./.test(call) ? client.integration : client);

function isCall(calls: object, context: string, name: string): boolean {
  const api: unknown = Reflect.get(calls, context);
  return typeof api === 'object' && api !== null && typeof Reflect.get(api, name) === 'function';
}

/** What the words up to the first operand name; null where there is no such command. */
function commandOf(words: readonly string[]): typeof program | null {
  let at = program;
  for (const word of words) {
    if (at.commands.length === 0) return at;
    const next = at.commands.find((each) => each.name() === word);
    if (next === undefined) return null;
    at = next;
  }
  return at;
}

/** The flags in a line of a shell that its command does not take. */
function unknownFlagsIn(line: string): string[] {
  const [, words = '', rest = ''] = /\bchancery((?: [a-z][a-z-]*)+)([^|#)]*)/.exec(line) ?? [];
  const command = commandOf(words.trim().split(' '));
  if (command === null) return [];
  const known = new Set([...command.options, ...program.options].flatMap(({ long }) => long ?? []));
  return [...rest.matchAll(/\s(--[a-z][a-z0-9.-]*)/g)]
    .map(([, flag = '']) => flag)
    .filter((flag) => flag !== '--help' && !known.has(flag))
    .map((flag) => `${flag} of chancery${words}`);
}
