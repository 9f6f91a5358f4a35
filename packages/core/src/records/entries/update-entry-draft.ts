import { z } from 'zod';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { sameJson } from '../../kernel/same-json.ts';
import { text, version } from '../../kernel/shapes.ts';
import { sayRelabelled } from '../access/say-relabelled.ts';
import { onCase } from '../cases/seen-case.ts';
import {
  entryInvalidState,
  entryNotAuthor,
  entryNotFound,
  entryTooLarge,
  recordsLabelLoweringNotAllowed,
  recordsLabelNotCleared,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
} from '../errors.ts';
import { action, type RecordsPorts } from '../ports.ts';
import { writesOfRecords } from '../rates.ts';
import { purposeOfUse, reason } from '../subjects/subject-fields.ts';
import { requireAskable } from './asked-co-signer.ts';
import { keyOfEntry, sealOf } from './case-key.ts';
import { type EntryContent, type EntrySeal, requireFitting, versionDocument } from './content.ts';
import { type EntryVersion, isEditable, type RecordEntry } from './entry.ts';
import { artifactId, entryFields } from './entry-fields.ts';
import { changeSummaryPlace, readEntry, shownEntry } from './entry-reading.ts';
import { aboutEntry, entryDraftUpdated, entryTakenOver, recordOfEntry } from './events.ts';
import { labelledEntry } from './labelled-entry.ts';
import { requireEncounter } from './named-encounter.ts';
import { changedEntry, deniedEntry, type SeenEntry, workingVersion } from './seen-entry.ts';
import { EntryView } from './views.ts';
import { definitionsOf, requirePast, valuesOf, withGiven } from './written-sections.ts';

export const updateEntryDraft = action({
  summary: 'Write in the draft of an entry',
  description:
    'A section that is left out stays, and null empties it. A lead of the case can take the draft over, and is its author from then on.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { example: { body: 'She called this morning.' } },
  input: z.strictObject({
    artifactId: artifactId(),
    title: entryFields.title.optional(),
    occurredAt: entryFields.occurredAt.optional(),
    encounterId: entryFields.encounterId.optional(),
    sections: entryFields.sections.optional(),
    body: entryFields.body.optional(),
    changeSummary: text(500).nullable().optional().describe('What is new in this version; null for nothing.'),
    confidentiality: entryFields.confidentiality.optional(),
    additionalLabels: entryFields.additionalLabels.optional(),
    confidentialityReason: reason().optional().describe('Why a label is removed; needed if one is.'),
    coSignFromUserId: entryFields.coSignFromUserId.optional(),
    takeOver: z
      .strictObject({ reason: reason().describe('Why somebody else goes on with it.') })
      .optional()
      .describe('Makes you its author; for a lead of the case.'),
    purposeOfUse: purposeOfUse(),
    expectedVersion: version(),
  }),
  output: z.object({ entry: EntryView }),
  errors: [
    entryNotFound,
    entryNotAuthor,
    entryInvalidState,
    entryTooLarge,
    recordsLabelNotCleared,
    recordsLabelLoweringNotAllowed,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
  ],
  denial: deniedEntry,

  find: changedEntry,
  may: onCase('write'),
  version: ({ entry }) => entry.version,

  prepare: (input, context) => keyOfEntry(input, context),

  async run(input, context) {
    const { found, prepared: key, entries, now, user, accessedBy } = context;
    const seal = sealOf(key, context);
    const isTakenOver = requireWriter(found, input.takeOver !== undefined, user.userId);
    const working = await workingVersion(found.entry, context);
    if (!isEditable(working)) throw entryInvalidState();

    const before = seal.openContent(working);
    if (before === null) throw entryInvalidState();
    const content = await written(before, input, found.entry, context);
    await requireAskable(found.entry, input.coSignFromUserId, context);
    const standing = { ...found.standing, isAuthor: true };
    const labelled = await labelledEntry(found.entry, input, { ...found, standing }, context);
    const entry = withContent({ ...labelled, authorUserId: user.userId }, content, input.coSignFromUserId);
    requireFitting(versionDocument(entry, working.number, content));
    const after = withSummary({ ...working, authorUserId: user.userId }, input.changeSummary, seal);
    const saved = await entries.save({ ...entry, updatedByUserId: user.userId, updatedAt: now });
    await entries.saveVersion({ ...after, contentSealed: seal.sealContent(working, content) });

    accessedBy(found.used);
    const formerAuthorUserId = isTakenOver ? found.entry.authorUserId : null;
    say({ before: found.entry, entry: saved, working }, changedIn(before, content, input), {
      formerAuthorUserId,
      reason: input.takeOver?.reason ?? '',
      lowering: input.confidentialityReason ?? '',
      emit: context.emit,
    });
    return { entry: shownEntry(await readEntry(saved, {}, context), seal) };
  },
});

/** Whether somebody takes the draft over. Only its author writes in it, or a lead of the case who becomes its author. */
function requireWriter({ entry, standing }: SeenEntry, takesOver: boolean, userId: string): boolean {
  if (entry.authorUserId === userId) return false;
  if (!takesOver || standing.caseRole !== 'lead') throw entryNotAuthor();
  return true;
}

interface Given {
  readonly title?: string | undefined;
  readonly occurredAt?: string | undefined;
  readonly encounterId?: string | null | undefined;
  readonly sections?: Readonly<Record<string, unknown>> | undefined;
  readonly body?: string | null | undefined;
  readonly changeSummary?: string | null | undefined;
}

async function written(
  before: EntryContent,
  { title, occurredAt, encounterId, sections, body }: Given,
  entry: RecordEntry,
  context: RecordsPorts & WritingContext,
): Promise<EntryContent> {
  if (occurredAt !== undefined) requirePast(occurredAt, context);
  if (encounterId !== undefined) await requireEncounter(encounterId, entry.caseId, context);
  const definitions = await definitionsOf(entry, context);
  return {
    title: title ?? before.title,
    occurredAt: occurredAt ?? before.occurredAt,
    encounterId: encounterId === undefined ? before.encounterId : encounterId,
    sections: withGiven(definitions, valuesOf(before.sections), { sections, body }),
  };
}

/** An entry that was signed once shows that version until the next is signed, so its title stays. */
const withContent = (
  entry: RecordEntry,
  { title, occurredAt, encounterId }: EntryContent,
  coSignerUserId: string | null | undefined,
): RecordEntry => ({
  ...entry,
  ...(entry.currentVersion === null ? { title, occurredAt, encounterId } : {}),
  ...(coSignerUserId === undefined ? {} : { coSignerUserId }),
});

const withSummary = (
  version: EntryVersion,
  summary: string | null | undefined,
  seal: EntrySeal,
): EntryVersion =>
  summary === undefined
    ? version
    : {
        ...version,
        changeSummarySealed: summary === null ? null : seal.sealText(changeSummaryPlace(version), summary),
      };

/** Names of what changed; never what was written. */
function changedIn(before: EntryContent, after: EntryContent, { changeSummary }: Given): readonly string[] {
  return [
    ...(before.title === after.title ? [] : ['title']),
    ...(before.occurredAt === after.occurredAt ? [] : ['occurredAt']),
    ...(before.encounterId === after.encounterId ? [] : ['encounterId']),
    ...(sameJson(before.sections, after.sections) ? [] : ['sections']),
    ...(changeSummary === undefined ? [] : ['changeSummary']),
  ];
}

function say(
  { before, entry, working }: { before: RecordEntry; entry: RecordEntry; working: EntryVersion },
  changed: readonly string[],
  told: Pick<WritingContext, 'emit'> & {
    readonly formerAuthorUserId: string | null;
    readonly reason: string;
    readonly lowering: string;
  },
): void {
  const about = aboutEntry(entry);
  const { emit, formerAuthorUserId, reason: why, lowering } = told;
  if (formerAuthorUserId !== null)
    emit(entryTakenOver, { ...about, versionNumber: working.number, formerAuthorUserId, reason: why });
  if (changed.length > 0) emit(entryDraftUpdated, { ...about, changed: [...changed] });
  sayRelabelled(recordOfEntry(entry), before.ownMask, entry.ownMask, { reason: lowering, emit });
}
