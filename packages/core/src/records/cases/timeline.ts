import type { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { accessToCase } from '../access/decision.ts';
import { allMasks, type LabelMask, type Purpose } from '../access/labels.ts';
import type { RecordReach } from '../access/ports.ts';
import { purposeVerdict } from '../access/purposes.ts';
import { reachFor } from '../access/reader.ts';
import { encounterText } from '../encounters/encounter-text.ts';
import { type EncounterView, encounterView } from '../encounters/views.ts';
import type { RecordEntry } from '../entries/entry.ts';
import { entrySummaries } from '../entries/entry-summaries.ts';
import type { EntrySummaryView } from '../entries/views.ts';
import { type FollowUpView, showingFollowUps } from '../follow-ups/views.ts';
import type { RecordsPorts } from '../ports.ts';
import { namedUsers } from '../subjects/user-refs.ts';
import type { SealOfCase } from '../texts/case-seals.ts';
import { keyIdsOfTexts } from '../texts/case-text.ts';
import type { SeenCase } from './seen-case.ts';

const mostEncounters = 20;
const mostEntries = 50;
const mostFollowUps = 50;

type Context = Pick<
  RecordsPorts,
  'addenda' | 'encounters' | 'entries' | 'entryAttachments' | 'followUps' | 'memberDirectory' | 'recordKeys'
> &
  Pick<HandlerContext, 'workspaceId' | 'now'>;

/** What happened in a case of late and what is to be done in it, as far as the caller passes it for the purpose. */
export interface Timeline {
  /** How it is shown, once the keys were opened. */
  show(sealOf: SealOfCase): {
    readonly recentEncounters: z.input<typeof EncounterView>[];
    readonly recentEntries: z.input<typeof EntrySummaryView>[];
    readonly openFollowUps: z.input<typeof FollowUpView>[];
  };
  readonly keyIds: ReadonlyMap<string, string>;
  /** The labels of all that is shown. */
  readonly mask: LabelMask;
}

export async function timelineOf(
  found: Pick<SeenCase, 'case' | 'reader' | 'standing'>,
  purpose: Purpose | null,
  context: Context,
): Promise<Timeline> {
  const { case: of, reader } = found;
  const reach = reachFor(reader, purpose, context.now);
  const [encounters, entries, { followUps }] = await Promise.all([
    context.encounters.latestOf(of.id, ownMasksPassed(found, purpose), mostEncounters),
    latestEntries(of.id, reach, context),
    context.followUps.list(
      {
        ...{ status: 'awaited', priority: null, ownerUserId: null, caseId: of.id },
        ...{ dueBefore: null, overdue: null, words: [] },
      },
      reach,
      null,
      mostFollowUps,
    ),
  ]);
  const listed = followUps.slice(0, mostFollowUps);
  const named = await namedUsers(
    encounters.flatMap(({ createdByUserId, updatedByUserId }) => [createdByUserId, updatedByUserId]),
    context,
  );
  const { workspaceId } = context;
  const showFollowUps = await showingFollowUps(listed, context);
  const recentEntries = await entrySummaries(entries, context);
  return {
    show: (sealOf) => ({
      recentEncounters: encounters.map((each) =>
        encounterView(encounterText.opened(each, sealOf(of.id)), {
          ...{ workspaceId, effectiveMask: each.ownMask | of.effectiveMask, named },
        }),
      ),
      recentEntries,
      openFollowUps: showFollowUps(sealOf),
    }),
    keyIds: await keyIdsOfTexts([...encounters, ...listed], context),
    mask: [
      ...encounters.map(({ ownMask }) => ownMask),
      ...[...entries, ...listed].map(({ effectiveMask }) => effectiveMask),
    ].reduce((all, mask) => all | mask, of.effectiveMask),
  };
}

async function latestEntries(
  caseId: string,
  reach: RecordReach,
  { entries }: Pick<Context, 'entries'>,
): Promise<readonly RecordEntry[]> {
  const filter = {
    status: null,
    entryType: null,
    encounterId: null,
    authorUserId: null,
    from: null,
    to: null,
  };
  const page = await entries.list(caseId, { filter, reach, after: null, limit: mostEntries });
  return page.entries.slice(0, mostEntries);
}

/** The own labels with which something in the case is open to the caller for the purpose. */
export const ownMasksPassed = (
  { case: { effectiveMask }, reader, standing }: Pick<SeenCase, 'case' | 'reader' | 'standing'>,
  purpose: Purpose | null,
): readonly LabelMask[] =>
  allMasks.filter(
    (own) =>
      accessToCase(own | effectiveMask, reader, standing) !== null &&
      purposeVerdict(own | effectiveMask, purpose) === 'passes',
  );
