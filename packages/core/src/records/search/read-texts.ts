import { openedAddendum } from '../addenda/addendum.ts';
import { textPlace } from '../attachments/attachment.ts';
import { encounterText } from '../encounters/encounter-text.ts';
import { contentText, type EntrySeal } from '../entries/content.ts';
import { definitionsOf } from '../entries/written-sections.ts';
import { followUpText } from '../follow-ups/follow-up-text.ts';
import type { RecordsPorts } from '../ports.ts';
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
    context.recordKeys.findOfCases(caseIds),
    Promise.all(
      [...templates].map(async ([name, one]) => [name, await definitionsOf(one, context)] as const),
    ),
  ]);
  return {
    keyIds,
    definitions: new Map(definitions),
  };
}

/** What was signed, beside its title, or read in a file. Null if it was destroyed. */
export function openedText(
  sealed: SealedText,
  seal: EntrySeal | undefined,
  { definitions }: Pick<TextsToOpen, 'definitions'>,
): string | null {
  if (sealed.kind === 'attachment') return seal?.openText(textPlace(sealed.id), sealed.textSealed) ?? null;
  if (sealed.kind === 'encounter')
    return seal === undefined ? null : encounterText.found(encounterText.opened(sealed, seal));
  if (sealed.kind === 'follow_up')
    return seal === undefined ? null : followUpText.found(followUpText.opened(sealed, seal));
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
