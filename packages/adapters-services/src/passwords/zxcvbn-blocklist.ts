import { createRequire } from 'node:module';
import type { PasswordBlocklist } from '@chancery/core';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

const wholePatterns: readonly string[] = ['repeat', 'sequence', 'spatial', 'date'];
const leastGuesses = 1e8;
const ownName = 'chancery';

interface Dictionaries {
  readonly estimator: ZxcvbnFactory;
  readonly common: ReadonlySet<string>;
}

/**
 * PWD-3: checks the bundled list, the operator's list, patterns, and the estimated number of guesses. Nothing leaves the process.
 * The dictionaries are read at the first check, or by `load()`, and not at start.
 */
export class ZxcvbnBlocklist implements PasswordBlocklist {
  readonly #isBreached: (password: string) => boolean;
  #dictionaries: Dictionaries | null = null;

  /** `isBreached` gets the password in NFC. */
  constructor(isBreached: (password: string) => boolean = () => false) {
    this.#isBreached = isBreached;
  }

  /** Reads the dictionaries now, so that the first person to register need not wait for them. */
  load(): void {
    this.#dictionaries ??= readDictionaries();
  }

  check(password: string, context: readonly string[]): string | null {
    const given = password.normalize('NFC');
    if (isContextWord(given, context)) return 'password.context_word';

    this.#dictionaries ??= readDictionaries();
    const { common, estimator } = this.#dictionaries;
    if (common.has(given.toLowerCase()) || this.#isBreached(given)) return 'password.blocklisted';

    const { guesses, sequence } = estimator.check(given);
    const isOnePattern = sequence.length === 1 && wholePatterns.includes(sequence[0]?.pattern ?? '');
    return isOnePattern || guesses < leastGuesses ? 'password.blocklisted' : null;
  }
}

function isContextWord(password: string, context: readonly string[]): boolean {
  const given = password.toLowerCase();
  return [ownName, ...context]
    .flatMap((word) => [word, word.slice(0, Math.max(word.lastIndexOf('@'), 0))])
    .map((word) => word.normalize('NFC').trim().toLowerCase())
    .some(
      (word) =>
        word !== '' && given.length % word.length === 0 && given === word.repeat(given.length / word.length),
    );
}

/** `check` is synchronous, so `require` loads the lists; an import would cost every start. */
function readDictionaries(): Dictionaries {
  const require = createRequire(import.meta.url);
  const { ZxcvbnFactory } = require('@zxcvbn-ts/core') as typeof import('@zxcvbn-ts/core');
  const language = require('@zxcvbn-ts/language-common') as typeof import('@zxcvbn-ts/language-common');
  const { dictionary, adjacencyGraphs } = language;
  return {
    estimator: new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs }),
    common: new Set(dictionary['passwords-common'].map((word) => String(word).toLowerCase())),
  };
}
