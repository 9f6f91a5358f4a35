import type { Operation } from '@chancery/sdk/operations';
import { commandPathOf } from './command-names.ts';
import { formerShortNamesOf } from './former-short-names.ts';
import { kebabCase } from './names.ts';

/** The current words of a command, by the words that it had before. */
export type FormerNames = ReadonlyMap<string, readonly string[]>;

/** What people type out of habit: the commands as they stood before `auth` was a group. */
const ownFormerNames: readonly (readonly [string, readonly string[]])[] = [
  ['login', ['auth', 'login']],
  ['logout', ['auth', 'logout']],
];

/**
 * Commands of this package that do more than the operation whose name they have: that one works on under the name of its use
 * case.
 */
export const richerCommands: ReadonlySet<string> = new Set([
  'auth login',
  'auth logout',
  'documents upload',
  'documents download',
]);

/**
 * Commands were once called after context and use case, such as `meetings create-meeting`, with short forms within the
 * context. Those names work on, and no help shows them; one that is a current name now means what the current one means.
 */
export function formerNamesOf(operations: readonly Operation[]): FormerNames {
  const current = new Set(operations.flatMap((operation) => beginningsOf(commandPathOf(operation))));
  const former = [...new Set(operations.map(({ tag }) => tag))].flatMap((tag) => {
    const own = operations.filter((operation) => operation.tag === tag);
    const shortNames = formerShortNamesOf(own);
    const theirs = own.filter((operation) => !richerCommands.has(commandPathOf(operation).join(' ')));
    return theirs.flatMap((operation) =>
      [kebabCase(operation.id), ...(shortNames.get(operation.id) ?? [])].map(
        (name) => [`${kebabCase(tag)} ${name}`, commandPathOf(operation)] as const,
      ),
    );
  });
  return new Map([...ownFormerNames, ...former].filter(([name]) => !current.has(name)));
}

/** The words themselves and every beginning of them: a command, and the groups that it stands in. */
const beginningsOf = (words: readonly string[]): string[] =>
  words.map((_, index) => words.slice(0, index + 1).join(' '));

/**
 * The same command line with the current name in the place of a former one. Options for every command may stand before
 * the name; `takesValue` says whose next word is a value.
 */
export function withCurrentName(
  args: readonly string[],
  formerNames: FormerNames,
  takesValue: (flag: string) => boolean,
): readonly string[] {
  const places = operandPlaces(args, takesValue);
  const [first, second] = args[places[0] ?? -1] === 'help' ? places.slice(1) : places;
  if (first === undefined) return args;
  const replaced = (at: readonly number[]) => {
    const words = formerNames.get(at.map((index) => args[index]).join(' '));
    return (
      words && args.flatMap((word, index) => (index === first ? words : at.includes(index) ? [] : [word]))
    );
  };
  return (second === undefined ? undefined : replaced([first, second])) ?? replaced([first]) ?? args;
}

/** Where the words stand that are neither options nor their values. */
export function operandPlaces(args: readonly string[], takesValue: (flag: string) => boolean): number[] {
  const places: number[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const word = args[index] ?? '';
    if (word === '--') break;
    if (!word.startsWith('-')) places.push(index);
    else if (takesValue(word)) index += 1;
  }
  return places;
}
