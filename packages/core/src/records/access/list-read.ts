import type { ReadingContext } from '../../kernel/handler-context.ts';
import { type ListResource, recordsListRead } from '../events.ts';
import type { RecordsPorts } from '../ports.ts';
import {
  confidentialOnly,
  isRestricted,
  isWithin,
  type LabelMask,
  labelsOf,
  noLabels,
  type Purpose,
} from './labels.ts';
import type { CoveredList, CoveredThing } from './ports.ts';
import { purposeUsed } from './purposes.ts';
import type { RecordReader } from './record-reader.ts';

interface Listed {
  readonly id: string;
  readonly effectiveMask: LabelMask;
}
interface Reading {
  readonly reader: RecordReader;
  readonly purpose: Purpose | null;
}
type Context = Pick<ReadingContext, 'workspaceId' | 'emit' | 'accessedBy' | 'now'> &
  Pick<RecordsPorts, 'recordStandings'>;

/**
 * One line for all that a list shows and that is labelled beyond confidential, if there is any (REC-6); and one for what is
 * in the scope of each grant and emergency of the caller, whatever its labels (GOV-16).
 */
export async function sayListRead(
  resource: ListResource,
  listed: readonly Listed[],
  reading: Reading,
  context: Context,
): Promise<void> {
  const covered = await coveringOf(resource, listed, reading, context);
  const own = listed.filter(({ id, effectiveMask }) => !covered.has(id) && isRestricted(effectiveMask));
  const mask = maskOfAll(own);
  // Whoever is not cleared for them sees them because they wrote them down.
  const basis = isWithin(mask & ~confidentialOnly, reading.reader.clearance) ? 'case_member' : 'author';
  sayRead(resource, own, { access: { basis, grantId: null }, ...reading }, context);
  for (const { grantId, basis: right } of new Map(
    [...covered.values()].map((by) => [by.grantId, by]),
  ).values())
    sayRead(
      resource,
      listed.filter(({ id }) => covered.get(id)?.grantId === grantId),
      { access: { basis: right, grantId }, ...reading },
      context,
    );
}

/** Governance has lists of its own, which no grant opens. */
const isCovered = (list: ListResource): list is CoveredList =>
  list !== 'consents' &&
  list !== 'disclosures' &&
  list !== 'accounting' &&
  list !== 'duplicates' &&
  list !== 'intelligence_runs';

/** Of each thing the grant that covers it for this purpose; an emergency comes before all. */
async function coveringOf(
  resource: ListResource,
  listed: readonly Listed[],
  { reader, purpose }: Reading,
  { recordStandings, now }: Context,
): Promise<ReadonlyMap<string, CoveredThing>> {
  const list = resource === 'duplicates' ? 'subjects' : resource;
  if (listed.length === 0 || !isCovered(list)) return new Map();
  const ids = listed.map(({ id }) => id);
  const covering = await recordStandings.covering(list, ids, reader.userId, now);
  const counted = covering.filter(
    ({ basis, purposeOfUse }) => basis === 'break_glass' || purposeOfUse === purposeUsed(purpose),
  );
  const emergencies = counted.filter(({ basis }) => basis === 'break_glass');
  return new Map([...counted, ...emergencies].map((by) => [by.id, by]));
}

function sayRead(
  resource: ListResource,
  listed: readonly Listed[],
  { access, purpose }: Reading & { readonly access: Parameters<Context['accessedBy']>[0]['access'] },
  { workspaceId, emit, accessedBy }: Context,
): void {
  if (listed.length === 0) return;
  accessedBy({ access, purposeOfUse: purposeUsed(purpose) });
  emit(recordsListRead, {
    resource,
    workspaceId,
    ids: listed.map(({ id }) => id),
    labels: [...labelsOf(maskOfAll(listed))],
  });
}

const maskOfAll = (listed: readonly Listed[]): LabelMask =>
  listed.reduce((all, { effectiveMask }) => all | effectiveMask, noLabels);
