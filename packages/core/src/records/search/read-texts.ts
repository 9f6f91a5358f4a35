import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { OpenedKey } from '../../kernel/key-vault.ts';
import { openedAddendum } from '../addenda/addendum.ts';
import { textPlace } from '../attachments/attachment.ts';
import { contentText, type EntrySeal, entrySeal } from '../entries/content.ts';
import { definitionsOf } from '../entries/written-sections.ts';
import { openedKey } from '../keys/scope-key.ts';
import type { RecordsPorts, RecordsPreparing } from '../ports.ts';
import type { SectionDefinition } from '../templates/section.ts';
import type { SealedEntry, SealedText } from './ports.ts';

interface Sealed {
  readonly caseId: string;
  readonly sealed: SealedText | null;
}

/** What it takes to open texts, as far as the database knows it. */
export interface TextsToOpen {
  /** The id of the key of each case. */
  readonly keyIds: ReadonlyMap<string, string>;
  /** What the words of choices are called, by template and version. */
  readonly definitions: ReadonlyMap<string, readonly SectionDefinition[]>;
}

const templateOf = ({ templateId, templateVersion }: SealedEntry) => `${templateId} ${templateVersion}`;

export async function readTexts(
  found: readonly Sealed[],
  context: Pick<RecordsPorts, 'recordKeys' | 'recordTemplates'>,
): Promise<TextsToOpen> {
  const sealed = found.filter((one) => one.sealed !== null);
  const caseIds = [...new Set(sealed.map(({ caseId }) => caseId))];
  const templates = new Map(
    sealed.flatMap((one) =>
      one.sealed?.kind === 'entry' ? [[templateOf(one.sealed), one.sealed] as const] : [],
    ),
  );
  const [keyIds, definitions] = await Promise.all([
    Promise.all(
      caseIds.map(async (id) => [id, await context.recordKeys.find({ kind: 'case', id })] as const),
    ),
    Promise.all(
      [...templates].map(async ([name, one]) => [name, await definitionsOf(one, context)] as const),
    ),
  ]);
  return {
    keyIds: new Map(keyIds.flatMap(([caseId, keyId]) => (keyId === null ? [] : [[caseId, keyId] as const]))),
    definitions: new Map(definitions),
  };
}

type Opening = Pick<RecordsPreparing, 'keyVault'> &
  Pick<HandlerContext, 'workspaceId'> &
  Pick<RecordsPorts, 'recordCipher'>;

/** The seal of each case, its key opened outside of any transaction; under a key that was destroyed nothing opens any more. */
export async function sealsOf(
  { keyIds }: Pick<TextsToOpen, 'keyIds'>,
  { keyVault, workspaceId, recordCipher }: Opening,
): Promise<ReadonlyMap<string, EntrySeal>> {
  const keys = await Promise.all(
    [...keyIds].map(
      async ([caseId, keyId]): Promise<readonly [string, OpenedKey | null]> => [
        caseId,
        await openedKey(keyId, { keyVault, workspaceId }),
      ],
    ),
  );
  return new Map(keys.map(([caseId, key]) => [caseId, entrySeal(workspaceId, key, recordCipher)]));
}

/** What was signed, beside its title, or read in a file. Null if it was destroyed. */
export function openedText(
  sealed: SealedText,
  seal: EntrySeal | undefined,
  { definitions }: Pick<TextsToOpen, 'definitions'>,
): string | null {
  if (sealed.kind === 'attachment') return seal?.openText(textPlace(sealed.id), sealed.textSealed) ?? null;
  if (sealed.kind === 'addendum')
    return seal === undefined ? null : (openedAddendum(sealed, seal)?.document.content ?? null);
  const document = seal?.openSnapshot(sealed)?.document ?? null;
  if (document === null) return null;
  const text = contentText(document, definitions.get(templateOf(sealed)) ?? []);
  return text.slice(document.title.length).trim();
}

/** Without what no text of a database has. */
export const storableText = (text: string): string =>
  text.replaceAll('\u0000', '').replaceAll(/\p{Surrogate}/gu, '\ufffd');
