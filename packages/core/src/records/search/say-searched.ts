import type { AccessUsed } from '../../kernel/events.ts';
import type { ReadingContext } from '../../kernel/handler-context.ts';
import {
  confidentialOnly,
  isRestricted,
  isWithin,
  labelsOf,
  noLabels,
  type Purpose,
} from '../access/labels.ts';
import type { CoveredThing } from '../access/ports.ts';
import { purposeUsed } from '../access/purposes.ts';
import type { RecordReader } from '../access/record-reader.ts';
import type { RecordsPorts } from '../ports.ts';
import { recordsSearched } from './events.ts';
import type { FoundRecord } from './ports.ts';

interface Reading {
  readonly reader: RecordReader;
  readonly purpose: Purpose | null;
}
type Context = Pick<ReadingContext, 'workspaceId' | 'emit' | 'accessedBy' | 'now'> &
  Pick<RecordsPorts, 'recordStandings'>;

/**
 * One line for all that a search shows and that is labelled beyond confidential, if there is any (REC-6); and one for what is
 * in the scope of each grant and emergency of the caller, whatever its labels (GOV-16).
 */
export async function saySearched(
  found: readonly FoundRecord[],
  reading: Reading,
  context: Context,
): Promise<void> {
  const covered = await coveringOf(found, reading, context);
  const own = found.filter(({ id, effectiveMask }) => !covered.has(id) && isRestricted(effectiveMask));
  // Whoever is not cleared for them sees them because they wrote them down.
  const isCleared = isWithin(maskOfAll(own) & ~confidentialOnly, reading.reader.clearance);
  say(own, { basis: isCleared ? 'case_member' : 'author', grantId: null }, reading, context);
  for (const { grantId, basis } of new Map([...covered.values()].map((by) => [by.grantId, by])).values())
    say(
      found.filter(({ id }) => covered.get(id)?.grantId === grantId),
      { basis, grantId },
      reading,
      context,
    );
}

/** Of each hit the grant that covers its case, or its entry, for this purpose; an emergency comes before all. */
async function coveringOf(
  found: readonly FoundRecord[],
  { reader, purpose }: Reading,
  { recordStandings, now }: Context,
): Promise<ReadonlyMap<string, CoveredThing>> {
  if (found.length === 0) return new Map();
  const [caseIds, artifactIds] = [
    [...new Set(found.map(({ caseId }) => caseId))],
    [...new Set(found.flatMap(({ artifactId }) => artifactId ?? []))],
  ];
  const covering = (
    await Promise.all([
      recordStandings.covering('cases', caseIds, reader.userId, now),
      artifactIds.length === 0 ? [] : recordStandings.covering('entries', artifactIds, reader.userId, now),
    ])
  )
    .flat()
    .filter(({ basis, purposeOfUse }) => basis === 'break_glass' || purposeOfUse === purposeUsed(purpose));
  const emergencies = covering.filter(({ basis }) => basis === 'break_glass');
  const byThing = new Map([...covering, ...emergencies].map((by) => [by.id, by]));
  return new Map(
    found.flatMap(({ id, caseId, artifactId }) => {
      const by = byThing.get(artifactId ?? caseId) ?? byThing.get(caseId);
      return by === undefined ? [] : [[id, by] as const];
    }),
  );
}

function say(
  shown: readonly FoundRecord[],
  access: AccessUsed['access'],
  { purpose }: Reading,
  { workspaceId, emit, accessedBy }: Context,
): void {
  if (shown.length === 0) return;
  accessedBy({ access, purposeOfUse: purposeUsed(purpose) });
  emit(recordsSearched, {
    workspaceId,
    results: shown.length,
    ids: shown.map(({ id }) => id),
    labels: [...labelsOf(maskOfAll(shown))],
  });
}

const maskOfAll = (records: readonly FoundRecord[]) =>
  records.reduce((all, { effectiveMask }) => all | effectiveMask, noLabels);
