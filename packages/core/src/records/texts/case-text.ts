import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { OpenedKey } from '../../kernel/key-vault.ts';
import type { RecordCase } from '../cases/case.ts';
import { type EntrySeal, entrySeal } from '../entries/content.ts';
import { caseInvalidState } from '../errors.ts';
import type { RecordsPorts } from '../ports.ts';
import type { SealedText, StoredText, Words } from './stored-text.ts';

interface Stored<T> {
  readonly id: string;
  readonly text: StoredText<T>;
}

/** How the words about things of one kind are sealed: all fields of one thing as one value, bound to its table and its id. */
export interface CaseText<T> {
  isSaid(words: Partial<T>): boolean;
  /** The thing as it is stored; its text is null if nothing is said. */
  sealed<Thing extends T & Pick<Stored<T>, 'id'>>(
    thing: Thing,
    seal: EntrySeal,
  ): Omit<Thing, keyof T> & { readonly text: SealedText };
  /** With nothing but nulls if nothing was said, and once the key was destroyed. */
  opened<Thing extends Stored<T>>(stored: Thing, seal: EntrySeal): Omit<Thing, 'text'> & T;
  /** What a search finds the thing by, beside its title. */
  found(words: T): string;
}

/** `found` are those of the fields that a search looks through, all of them if it is left out. */
export function caseText<const K extends string>(
  table: string,
  fields: readonly K[],
  found: readonly K[] = fields,
): CaseText<Words<K>> {
  const place = (id: string) => `${table}|${id}|text`;
  const only = (words: Partial<Words<K>>) =>
    Object.fromEntries(fields.map((field) => [field, words[field] ?? null])) as Words<K>; // the fields are its keys
  const isSaid = (words: Partial<Words<K>>) => fields.some((field) => (words[field] ?? null) !== null);
  return {
    isSaid,
    sealed(thing, seal) {
      const rest = Object.fromEntries(
        Object.entries(thing).filter(([name]) => !(fields as readonly string[]).includes(name)),
      ) as Omit<typeof thing, K>; // all but the fields
      if (!isSaid(thing)) return { ...rest, text: null };
      // Nothing is written any more once the key of the case was destroyed.
      if (seal.isDestroyed) throw caseInvalidState();
      return { ...rest, text: seal.sealText(place(thing.id), JSON.stringify(only(thing))) };
    },
    opened({ text, ...stored }, seal) {
      if (!isSealed(text)) return { ...stored, ...only(text ?? {}) };
      const opened = seal.openText(place(stored.id), text);
      return { ...stored, ...only(opened === null ? {} : JSON.parse(opened)) };
    },
    found: (words) =>
      found
        .map((field) => words[field])
        .filter((each) => each !== null)
        .join('\n'),
  };
}

const isSealed = (text: unknown): text is Uint8Array => text instanceof Uint8Array;

/** The keys of the cases of these rows, so far as something of them is sealed: no other key is opened for them. */
export const keyIdsOfTexts = (
  rows: readonly (Pick<Stored<unknown>, 'text'> & { readonly caseId: string })[],
  { recordKeys }: Pick<RecordsPorts, 'recordKeys'>,
): Promise<ReadonlyMap<string, string>> =>
  recordKeys.findOfCases([...new Set(rows.filter(({ text }) => isSealed(text)).map(({ caseId }) => caseId))]);

/** With the key of the case that was opened before the transaction; of a case that was disposed of nothing opens any more. */
export const textSeal = (
  key: OpenedKey | null,
  { status }: Pick<RecordCase, 'status'>,
  { workspaceId, recordCipher }: Pick<HandlerContext, 'workspaceId'> & Pick<RecordsPorts, 'recordCipher'>,
): EntrySeal => entrySeal(workspaceId, status === 'disposed' ? null : key, recordCipher);
