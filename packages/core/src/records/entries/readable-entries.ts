import type { HandlerContext } from '../../kernel/handler-context.ts';
import { invalidField } from '../../kernel/validation.ts';
import { accessToCase } from '../access/decision.ts';
import { isRestricted, noLabels, type Purpose } from '../access/labels.ts';
import { reachOf } from '../access/reader.ts';
import type { SeenCase } from '../cases/seen-case.ts';
import { entryNotFound } from '../errors.ts';
import type { RecordsPorts } from '../ports.ts';
import { mostEntriesInCase, type RecordEntry } from './entry.ts';
import { seenEntry } from './seen-entry.ts';

export interface ReadableEntries {
  /** The newest first; each has a current version. */
  readonly entries: readonly RecordEntry[];
  /** How many the caller would see for another purpose, up to `mostWithheld` of each status. */
  readonly withheld: number;
}

export interface EntriesToRead {
  /** Null: all entries of the case. */
  readonly artifactIds: readonly string[] | null;
  readonly purposeOfUse: Purpose | null;
  readonly most: number;
}

type Context = Pick<RecordsPorts, 'entries' | 'recordStandings'> & Pick<HandlerContext, 'user' | 'now'>;

/**
 * The finalized entries of a case that the caller sees for the purpose, of which all together are labelled so that the caller
 * passes: what is drawn from several of them has the labels of each.
 */
export async function readableEntries(
  { artifactIds, purposeOfUse, most }: EntriesToRead,
  found: SeenCase,
  context: Context,
): Promise<ReadableEntries> {
  const reach = await reachOf(purposeOfUse, context);
  const limit = artifactIds === null ? most : mostEntriesInCase;
  const filter = { entryType: null, authorUserId: null, encounterId: null, from: null, to: null };
  const pages = await Promise.all(
    (['finalized', 'amended'] as const).map((status) =>
      context.entries.list(found.case.id, { filter: { ...filter, status }, reach, after: null, limit }),
    ),
  );
  const all = pages.flatMap(({ entries }) => entries).sort(newestFirst);
  const wanted =
    artifactIds === null ? all : await named(artifactIds, all, { ...found, purposeOfUse }, context);
  const together = passedTogether(wanted.slice(0, most), found, reach.reader.userId);
  const withheld = artifactIds === null ? pages.reduce((sum, page) => sum + (page.withheld ?? 0), 0) : 0;
  return { entries: together, withheld };
}

const newestFirst = (one: RecordEntry, other: RecordEntry): number =>
  compare(other.occurredAt, one.occurredAt) || compare(other.id, one.id);
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Those that are named, or the refusal that reading the one that is missing would give. */
async function named(
  artifactIds: readonly string[],
  all: readonly RecordEntry[],
  { case: of, purposeOfUse }: SeenCase & { readonly purposeOfUse: Purpose | null },
  context: Context,
): Promise<readonly RecordEntry[]> {
  const known = new Map(all.map((entry) => [entry.id, entry]));
  for (const [at, artifactId] of artifactIds.entries()) {
    if (known.has(artifactId)) continue;
    const { entry } = await seenEntry({ artifactId, purposeOfUse: purposeOfUse ?? undefined }, context);
    if (entry.caseId !== of.id) throw entryNotFound();
    throw invalidField(
      `/artifactIds/${at}`,
      'field.invalid',
      'Name an entry that is finalized and not in error.',
    );
  }
  return all.filter(({ id }) => artifactIds.includes(id));
}

/** Without what the caller sees only because they wrote it, if others wrote of what is labelled too. */
function passedTogether(
  entries: readonly RecordEntry[],
  { reader, standing }: SeenCase,
  userId: string,
): readonly RecordEntry[] {
  const maskOf = (of: readonly RecordEntry[]) =>
    of.reduce((mask, { effectiveMask }) => mask | effectiveMask, noLabels);
  const isAuthor = entries.every(
    ({ authorUserId, effectiveMask }) => authorUserId === userId || !isRestricted(effectiveMask),
  );
  if (accessToCase(maskOf(entries), reader, { ...standing, isAuthor }) !== null) return entries;
  return entries.filter(({ effectiveMask }) => accessToCase(effectiveMask, reader, standing) !== null);
}
