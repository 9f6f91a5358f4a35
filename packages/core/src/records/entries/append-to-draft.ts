import type { WritingContext } from '../../kernel/handler-context.ts';
import type { OpenedKey } from '../../kernel/key-vault.ts';
import type { LabelMask, Purpose } from '../access/labels.ts';
import { sayRelabelled } from '../access/say-relabelled.ts';
import { entryInvalidState, entryNotFound } from '../errors.ts';
import type { RecordsPorts } from '../ports.ts';
import { isWriting, type SectionDefinition } from '../templates/section.ts';
import { sealOf } from './case-key.ts';
import { type EntryContent, requireFitting, versionDocument } from './content.ts';
import { isEditable } from './entry.ts';
import { aboutEntry, entryDraftUpdated, recordOfEntry } from './events.ts';
import { changedEntry, requireAuthor, workingVersion } from './seen-entry.ts';
import { definitionsOf, valuesOf, withGiven } from './written-sections.ts';

/** A text that is to stand at the end of a draft. */
export interface TextToAppend {
  readonly artifactId: string;
  /** The case that the draft has to be of. */
  readonly caseId: string;
  readonly purpose: Purpose | null;
  readonly text: string;
  /** The labels of what the text was taken from: the draft has them from then on. */
  readonly mask: LabelMask;
}

export type Appending = Pick<WritingContext, 'user' | 'now' | 'emit' | 'accessedBy' | 'workspaceId'>;
type Context = Pick<RecordsPorts, 'entries' | 'recordStandings' | 'recordTemplates' | 'recordCipher'> &
  Appending;

/** Writes a text at the end of a draft of the caller's, in its last section of running text. */
export async function appendToDraft(
  { artifactId, caseId, purpose, text, mask }: TextToAppend,
  key: OpenedKey | null,
  context: Context,
): Promise<void> {
  const { entries, now, user, emit } = context;
  const { entry } = await changedEntry({ artifactId, purposeOfUse: purpose ?? undefined }, context);
  if (entry.caseId !== caseId) throw entryNotFound();
  requireAuthor(entry, user);
  const working = await workingVersion(entry, context);
  const seal = sealOf(key, context);
  const before = isEditable(working) ? seal.openContent(working) : null;
  if (before === null) throw entryInvalidState();

  const content = withText(before, text, await definitionsOf(entry, context));
  requireFitting(versionDocument(entry, working.number, content));
  const added = mask & ~entry.effectiveMask;
  const after = {
    ...entry,
    ownMask: entry.ownMask | added,
    effectiveMask: entry.effectiveMask | added,
    ...{ updatedByUserId: user.userId, updatedAt: now },
  };
  const saved = await entries.save(after);
  await entries.saveVersion({ ...working, contentSealed: seal.sealContent(working, content) });
  emit(entryDraftUpdated, { ...aboutEntry(saved), changed: ['sections'] });
  sayRelabelled(recordOfEntry(saved), entry.ownMask, saved.ownMask, { reason: '', emit });
}

function withText(
  before: EntryContent,
  text: string,
  definitions: readonly SectionDefinition[],
): EntryContent {
  const section =
    definitions.findLast(({ kind }) => kind === 'markdown') ??
    definitions.findLast(({ kind }) => isWriting(kind));
  if (section === undefined) throw entryInvalidState();
  const values = valuesOf(before.sections);
  const written = values.get(section.key);
  const value = typeof written === 'string' && written !== '' ? `${written}\n\n${text}` : text;
  const isFree = definitions.length === 1 && section.key === 'body';
  const given = isFree ? { body: value } : { sections: { [section.key]: value } };
  return { ...before, sections: withGiven(definitions, values, given) };
}
