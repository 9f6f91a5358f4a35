import { createRequire } from 'node:module';
import type { PasswordBlocklist } from '@chancery/core';
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';

const wholePatterns: readonly string[] = ['repeat', 'sequence', 'spatial', 'date'];
const leastGuesses = 1e8;
const ownName = 'chancery';
/** Shorter parts stand in too many innocent words. */
const leastWord = 3;
const mostWords = 200;
const longestEstimated = 20;

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

    const words = wordsOf(context);
    const isGuessable = (part: string): boolean => {
      const { guesses, sequence } = estimator.check(part, words);
      const isOnePattern = sequence.length === 1 && wholePatterns.includes(sequence[0]?.pattern ?? '');
      return isOnePattern || guesses < leastGuesses;
    };
    return isRepeat(given) || endsOf(given).every(isGuessable) ? 'password.blocklisted' : null;
  }
}

/**
 * What is estimated of a password: all of it, or its two ends if it is long. Guessing it takes no less than guessing either
 * of them, and the estimate of a long one costs a large part of a second.
 */
function endsOf(password: string): readonly string[] {
  const letters = [...password];
  if (letters.length <= longestEstimated) return [password];
  return [letters.slice(0, longestEstimated), letters.slice(-longestEstimated)].map((end) => end.join(''));
}

const isRepeat = (text: string): boolean => `${text}${text}`.indexOf(text, 1) < text.length;

/**
 * What a person's names and addresses are made of, as words that an attacker tries first: each part, neighbouring parts
 * written together, and the first letter with the last part.
 */
function wordsOf(context: readonly string[]): string[] {
  const words = [ownName, ...context].flatMap((text) => {
    const whole = text.normalize('NFC').toLowerCase();
    const parts = whole.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= leastWord);
    const [first = '', ...others] = parts;
    const pairs = parts.flatMap((part, at) => [part + (parts[at + 1] ?? ''), (parts[at + 1] ?? '') + part]);
    return [whole, parts.join(''), ...parts, ...pairs, ...others.map((other) => first.charAt(0) + other)];
  });
  return [...new Set(words)].filter((word) => word.length >= leastWord).slice(0, mostWords);
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
