import type { Operation } from '@chancery/sdk/operations';
import { kebabCase, singular } from './names.ts';

type Named = Pick<Operation, 'id' | 'tag' | 'path' | 'command'>;

/**
 * The words of an operation's command, such as `meetings invitations list`: those that its use case declares, else the
 * nouns of its path and the verb of its name. Where the path ends in the verb, that end is the command.
 */
export function commandPathOf(operation: Named): readonly string[] {
  return operation.command?.split(' ') ?? pathByRule(operation);
}

/** The words that the rule alone gives. */
export function pathByRule({ id, tag, path }: Named): readonly string[] {
  const name = kebabCase(id);
  const verb = verbOf(name);
  const words = nounsOf(path, tag);
  const last = words.at(-1) ?? '';
  const isEndedByVerb = last === name || last === verb || last.startsWith(`${verb}-`);
  const nouns = withoutScope(isEndedByVerb ? words.slice(0, -1) : words);
  // A name without a verb, such as `passkeyRegistrationOptions`, says less than the end of its path.
  if (nouns.slice(0, -1).some((noun) => singular(noun) === verb)) return nouns;
  return [...nouns, isEndedByVerb ? last : verb];
}

/** The command as somebody types it, with the names of its arguments. */
export const commandOf = (operation: Named & Pick<Operation, 'positional'>): string =>
  ['chancery', ...commandPathOf(operation), ...operation.positional.map((name) => `<${name}>`)].join(' ');

/** `sign-in` has two words; other verbs have one. */
const verbOf = (name: string): string => /^[a-z0-9]+(-(in|out|up|off)(?=-|$))?/.exec(name)?.[0] ?? name;

/** The fixed words of a path; `webhook-endpoints` in `webhooks` reads `webhooks endpoints`. */
function nounsOf(path: string, tag: string): string[] {
  const own = `${singular(kebabCase(tag))}-`;
  const words = path
    .replace(/^\/api(\/v\d+)?\//, '')
    .split('/')
    .filter((word) => !word.startsWith('{'))
    .map((word) => word.replace(/\.[a-z]+$/, ''));
  const [first = '', ...rest] = words;
  return first.startsWith(own) || words[1]?.startsWith(own)
    ? words.flatMap((word) => (word.startsWith(own) ? [kebabCase(tag), word.slice(own.length)] : [word]))
    : [first, ...rest];
}

/** All there is belongs to the workspace, so the word says nothing before another one. */
const withoutScope = (nouns: readonly string[]): string[] =>
  nouns.filter((noun, index) => noun !== 'workspace' || index === nouns.length - 1);
