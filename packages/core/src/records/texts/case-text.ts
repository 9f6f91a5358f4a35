import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { OpenedKey } from '../../kernel/key-vault.ts';
import type { RecordCase } from '../cases/case.ts';
import { type EntrySeal, entrySeal } from '../entries/content.ts';
import { caseInvalidState } from '../errors.ts';
import type { RecordsPorts } from '../ports.ts';
import type { SealedText, StoredText } from './stored-text.ts';

type Words<K extends string> = Readonly<Record<K, string | null>>;

interface Stored<T> {
  readonly id: string;
  readonly caseId: string;
  readonly text: StoredText<T>;
}

/** How the words about things of one kind are sealed: all fields of one thing as one value, bound to its table and its id. */
export interface CaseText<T> {
  /** Null if nothing is said. */
  sealed(id: string, words: T, seal: EntrySeal): SealedText;
  /** Nothing but nulls if nothing was said, and once the key was destroyed. */
  opened(stored: Pick<Stored<T>, 'id' | 'text'>, seal: EntrySeal): T;
  isSaid(words: Partial<T>): boolean;
}

export function caseText<const K extends string>(table: string, fields: readonly K[]): CaseText<Words<K>> {
  const place = (id: string) => `${table}|${id}|text`;
  const only = (words: Partial<Words<K>>) =>
    Object.fromEntries(fields.map((field) => [field, words[field] ?? null])) as Words<K>; // the fields are its keys
  const isSaid = (words: Partial<Words<K>>) => fields.some((field) => (words[field] ?? null) !== null);
  return {
    isSaid,
    sealed(id, words, seal) {
      if (!isSaid(words)) return null;
      // Nothing is written any more once the key of the case was destroyed.
      if (seal.isDestroyed) throw caseInvalidState();
      return seal.sealText(place(id), JSON.stringify(only(words)));
    },
    opened({ id, text }, seal) {
      if (!isSealed(text)) return only(text ?? {});
      const opened = seal.openText(place(id), text);
      return only(opened === null ? {} : JSON.parse(opened));
    },
  };
}

const isSealed = (text: unknown): text is Uint8Array => text instanceof Uint8Array;

/** The keys of the cases of these rows, so far as something of them is sealed: no other key is opened for them. */
export const keyIdsOfTexts = (
  rows: readonly Pick<Stored<unknown>, 'caseId' | 'text'>[],
  { recordKeys }: Pick<RecordsPorts, 'recordKeys'>,
): Promise<ReadonlyMap<string, string>> =>
  recordKeys.findOfCases([...new Set(rows.filter(({ text }) => isSealed(text)).map(({ caseId }) => caseId))]);

/** With the key of the case that was opened before the transaction; of a case that was disposed of nothing opens any more. */
export const textSeal = (
  key: OpenedKey | null,
  { status }: Pick<RecordCase, 'status'>,
  { workspaceId, recordCipher }: Pick<HandlerContext, 'workspaceId'> & Pick<RecordsPorts, 'recordCipher'>,
): EntrySeal => entrySeal(workspaceId, status === 'disposed' ? null : key, recordCipher);
