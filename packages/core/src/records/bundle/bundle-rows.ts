import { canonicalText } from '@chancery/verify';
import { hexOf, sha256, utf8 } from '../../kernel/crypto.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import { localDate } from '../../kernel/plain-dates.ts';
import type { Instant } from '../../kernel/time.ts';
import { accessToCase } from '../access/decision.ts';
import { type LabelMask, labels, maskOf } from '../access/labels.ts';
import { masksOpenedBy, purposeUsed, purposeVerdict } from '../access/purposes.ts';
import type { ListedEvent } from '../audit/listed-event.ts';
import type { LinkedSubject } from '../cases/ports.ts';
import { mayOnCase, type SeenCase, seenCase, standingsOnCase } from '../cases/seen-case.ts';
import { ownMasksPassed } from '../cases/timeline.ts';
import type { StoredEncounter } from '../encounters/encounter.ts';
import type { RecordEntry } from '../entries/entry.ts';
import type { StoredFollowUp } from '../follow-ups/follow-up.ts';
import type { RecordsPorts } from '../ports.ts';
import type { BundleAsked } from './bundle-fields.ts';
import { recordsExportNotAllowed } from './errors.ts';

const most = 10_000;
const pageSize = 500;
const mostEvents = 2_000;

type Work = RecordsPorts & WritingContext;

/** The rows of a bundle, as far as the caller passes them for the purpose; what is written in them is still sealed. */
export interface BundleRows {
  readonly seen: SeenCase;
  readonly subjects: readonly LinkedSubject[];
  readonly encounters: readonly StoredEncounter[];
  readonly entries: readonly RecordEntry[];
  readonly followUps: readonly StoredFollowUp[];
  readonly events: readonly ListedEvent[];
  /** The labels of all of it. */
  readonly mask: LabelMask;
  /** Another one if anything of it is another. */
  readonly state: string;
}

export async function bundleRows(asked: BundleAsked, work: Work): Promise<BundleRows> {
  const seen = await seenCase(asked, work);
  if (!mayOnCase('bundle', seen)) throw recordsExportNotAllowed();
  const { caseId, include } = asked;
  const purpose = asked.purposeOfUse ?? null;
  const reach = {
    reader: seen.reader,
    now: work.now,
    purpose: purposeUsed(purpose),
    masks: masksOpenedBy(purpose),
  };
  const isIn = within(asked, work);
  const has = (part: BundleAsked['include'][number]) => include.includes(part);
  const subjects = await work.caseSubjects.of(caseId, reach);
  const encounters = has('encounters')
    ? (await work.encounters.latestOf(caseId, ownMasksPassed(seen, purpose), most)).filter((each) =>
        isIn(each.startedAt ?? each.scheduledStartAt ?? each.createdAt),
      )
    : [];
  const entries = has('entries') || has('attachments') ? await signedEntries(asked, reach, work) : [];
  const followUps = has('follow_ups') ? await followUpsOf(asked, reach, work) : [];
  const shown = { encounters, entries: entries.filter((each) => isIn(each.occurredAt)), followUps };
  return {
    seen,
    subjects,
    ...shown,
    events: has('audit') ? await eventsOf(asked, seen, work) : [],
    mask: maskOfAll(seen, shown),
    state: stateOf(seen, subjects, shown),
  };
}

type Reach = Parameters<RecordsPorts['caseSubjects']['of']>[1];
type Shown = Pick<BundleRows, 'encounters' | 'entries' | 'followUps'>;

/** Days are those of the workspace. */
function within({ from, to }: BundleAsked, { user, timeZones }: Work): (at: Instant) => boolean {
  const zone = user.workspace?.settings.defaultTimeZone ?? 'UTC';
  return (at) => {
    const day = localDate(at, zone, timeZones);
    return (from === undefined || day >= from) && (to === undefined || day <= to);
  };
}

/** Only what was signed, the first one first. */
async function signedEntries(
  { caseId }: BundleAsked,
  reach: Reach,
  { entries }: Work,
): Promise<readonly RecordEntry[]> {
  const filter = {
    ...{ status: null, entryType: null, encounterId: null, authorUserId: null },
    ...{ from: null, to: null },
  };
  const found: RecordEntry[] = [];
  let after: readonly [Instant, string] | null = null;
  for (;;) {
    const { entries: page }: { readonly entries: readonly RecordEntry[] } = await entries.list(caseId, {
      ...{ filter, reach, limit: pageSize },
      after: after === null ? null : [after[0], after[1]],
    });
    const rows = page.slice(0, pageSize);
    found.push(...rows);
    const last = rows.at(-1);
    if (page.length <= pageSize || last === undefined) break;
    after = [last.occurredAt, last.id];
  }
  return found.filter(({ currentVersion }) => currentVersion !== null).toReversed();
}

async function followUpsOf(asked: BundleAsked, reach: Reach, work: Work): Promise<readonly StoredFollowUp[]> {
  const filter = {
    ...{ status: null, priority: null, ownerUserId: null, caseId: asked.caseId },
    ...{ dueBefore: null, overdue: null, words: [] },
  };
  const { followUps } = await work.followUps.list(filter, reach, null, most);
  return followUps.filter(({ createdAt }) => within(asked, work)(createdAt));
}

/** What the caller may read of the ledger about the case. */
async function eventsOf(
  { caseId, purposeOfUse }: BundleAsked,
  seen: SeenCase,
  { auditTrail, user }: Work,
): Promise<readonly ListedEvent[]> {
  const { reader, standing } = seen;
  const passes = labels.filter((label) => {
    const mask = maskOf([label]) | seen.case.effectiveMask;
    return (
      accessToCase(mask, reader, standing) !== null && purposeVerdict(mask, purposeOfUse ?? null) === 'passes'
    );
  });
  const readsAll =
    reader.duties.includes('auditor') ||
    standingsOnCase(seen).some((each) => each === 'manager' || each === 'lead');
  const nothing = { subjectId: null, artifactId: null, action: null, actor: null, purposeOfUse: null };
  const events = await auditTrail.list(
    {
      ...nothing,
      ...{ caseId, outcome: null, from: null, to: null },
      ...{ ofUserId: readsAll ? null : user.userId, walledFrom: user.userId },
      labels: ['standard', ...passes],
    },
    null,
    0,
    mostEvents,
  );
  return events.slice(0, mostEvents).toReversed();
}

const maskOfAll = ({ case: of }: SeenCase, { encounters, entries }: Shown): LabelMask =>
  [...encounters.map(({ ownMask }) => ownMask), ...entries.map(({ effectiveMask }) => effectiveMask)].reduce(
    (all, mask) => all | mask,
    of.effectiveMask,
  );

const stateOf = (
  { case: of, reader, standing }: SeenCase,
  subjects: readonly LinkedSubject[],
  { encounters, entries, followUps }: Shown,
): string => {
  const rows = (all: readonly { readonly id: string; readonly version: number }[]) =>
    all.map(({ id, version }) => [id, version]);
  const state = {
    case: [of.id, of.version, of.effectiveMask],
    standing: [reader.role, standing.caseRole, reader.clearance],
    subjects: subjects.map(({ id, displayName }) => [id, displayName]),
    encounters: rows(encounters),
    entries: entries.map(({ id, version, effectiveMask }) => [id, version, effectiveMask]),
    followUps: rows(followUps),
  };
  return hexOf(sha256(utf8(canonicalText(state))));
};
