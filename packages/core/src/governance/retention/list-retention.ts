import { z } from 'zod';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { type CursorKey, pageFields, pageOf } from '../../kernel/pages.ts';
import { date, instant, shown } from '../../kernel/shapes.ts';
import type { PlainDate } from '../../kernel/time.ts';
import { invalidField } from '../../kernel/validation.ts';
import { namedUsers, type RecordReader } from '../../records/index.ts';
import { mayGovern } from '../access/access-permissions.ts';
import { DispositionReviewView, shownReviews } from '../disposition/views.ts';
import { type GovernancePorts, query } from '../ports.ts';
import { clockStates } from './stored-clock.ts';
import { today } from './today.ts';
import {
  noExtent,
  RecordHoldView,
  RetentionAssignmentView,
  RetentionClockView,
  RetentionPolicyView,
  recordHoldView,
  retentionAssignmentView,
  retentionClockView,
  retentionPolicyView,
} from './views.ts';

const retentionViews = ['clocks', 'policies', 'holds', 'reviews'] as const;
type ViewName = (typeof retentionViews)[number];
/** So many of each where no view is chosen. */
const ofEach = 20;
const mostAssignments = 200;
/** Where the clocks without a day begin, in a cursor. */
const noDay = '';

export const listRetention = query({
  summary: 'See how long records are kept',
  description:
    'Clocks, policies, holds and disposition reviews; 20 of each, or one view as a list. Whoever leads cases sees their clocks. What you may not see is empty.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: {
    command: 'governance retention list',
    columns: ['caseId', 'state', 'dueOn', 'onHold'],
    example: { view: 'clocks' },
  },
  input: z.strictObject({
    view: z.enum(retentionViews).optional().describe('Only this view, as a list.'),
    state: z.enum(clockStates).optional().describe('Only clocks of this state.'),
    dueBefore: date().optional().describe('Only clocks that are due before this day.'),
    ...pageFields(['text', 'id']),
  }),
  output: z.object({
    clocks: z.array(RetentionClockView).describe('By the day on which they are due, those without one last.'),
    policies: z.array(RetentionPolicyView).describe('By their code.'),
    assignments: z
      .array(RetentionAssignmentView)
      .describe('What the policies are assigned to, the newest first, at most 200; with policies alone.'),
    holds: z.array(RecordHoldView).describe('The newest first.'),
    reviews: z.array(DispositionReviewView).describe('The newest first.'),
    count: z.int().describe('How many of the chosen view are in this answer; clocks if none is chosen.'),
    nextCursor: shown.nextCursor(),
  }),

  find: async (_, context) => ({ reader: await context.recordReaders.of(context) }),

  async run({ view, limit, cursor, ...filter }, context) {
    if (cursor !== undefined) requireCursorOf(view, cursor);
    const asking: Asking = {
      reader: context.found.reader,
      day: await today(context),
      after: cursor ?? null,
      limit: view === undefined ? ofEach : limit,
      filter,
    };
    const wants = (each: ViewName) => view === undefined || view === each;
    const clocks = wants('clocks') ? await clocksOf(asking, context) : nothing;
    const policies = wants('policies') ? await policiesOf(asking, context) : noPolicies;
    const holds = wants('holds') ? await holdsOf(asking, context) : nothing;
    const reviews = wants('reviews') ? await reviewsOf(asking, context) : nothing;
    const chosen = { clocks, policies, holds, reviews }[view ?? 'clocks'];
    return {
      ...{ clocks: clocks.rows, policies: policies.rows, holds: holds.rows, reviews: reviews.rows },
      assignments: policies.assignments,
      count: chosen.rows.length,
      nextCursor: view === undefined ? null : chosen.nextCursor,
    };
  },
});

type Context = GovernancePorts & Pick<HandlerContext, 'now' | 'user' | 'workspaceId' | 'timeZones'>;

interface Asking {
  readonly reader: RecordReader;
  readonly day: PlainDate;
  readonly after: CursorKey<readonly ['text', 'id']> | null;
  readonly limit: number;
  readonly filter: {
    readonly state?: (typeof clockStates)[number] | undefined;
    readonly dueBefore?: PlainDate | undefined;
  };
}

const nothing = { rows: [], nextCursor: null };
const noPolicies = { ...nothing, assignments: [] };

/** A view orders by days, codes or instants: what is of another form belongs to no page of it. */
function requireCursorOf(view: ViewName | undefined, [part]: CursorKey<readonly ['text', 'id']>) {
  const form = {
    clocks: z.union([z.literal(noDay), date()]),
    policies: z.string(),
    holds: instant(),
    reviews: instant(),
  };
  if (view === undefined || !form[view].safeParse(part).success)
    throw invalidField(
      '/cursor',
      'cursor.invalid',
      'Use the nextCursor of the page before, with the same view.',
    );
}

async function clocksOf({ reader, day, after, limit, filter }: Asking, context: Context) {
  const { retentionClocks, user, now } = context;
  const asked = {
    state: filter.state ?? null,
    dueBefore: filter.dueBefore ?? null,
    ...{ today: day, now, userId: user.userId },
    onlyLed: !mayGovern('seeRetention', { reader }),
  };
  const place = after === null ? null : ([after[0] === noDay ? null : after[0], after[1]] as const);
  const page = pageOf(await retentionClocks.list(asked, place, limit), limit, ({ dueOn, caseId }) => [
    dueOn ?? noDay,
    caseId,
  ]);
  return { rows: page.rows.map((clock) => retentionClockView(clock, day)), nextCursor: page.nextCursor };
}

async function policiesOf({ reader, after, limit }: Asking, context: Context) {
  if (!mayGovern('seeRetention', { reader })) return noPolicies;
  const { retentionPolicies, workspaceId } = context;
  const page = pageOf(await retentionPolicies.list(after, limit), limit, ({ code, id }) => [code, id]);
  const assignments = await retentionPolicies.assignments(mostAssignments);
  const [counts, named] = await Promise.all([
    retentionPolicies.countAssignments(page.rows.map(({ id }) => id)),
    namedUsers(
      [
        ...page.rows.flatMap(({ createdByUserId, updatedByUserId }) => [createdByUserId, updatedByUserId]),
        ...assignments.map(({ assignedByUserId }) => assignedByUserId),
      ],
      context,
    ),
  ]);
  return {
    rows: page.rows.map((policy) =>
      retentionPolicyView(policy, counts.get(policy.id) ?? 0, { workspaceId, named }),
    ),
    assignments: assignments.map((assignment) => retentionAssignmentView(assignment, { workspaceId, named })),
    nextCursor: page.nextCursor,
  };
}

async function reviewsOf({ reader, after, limit }: Asking, context: Context) {
  if (!mayGovern('seeDispositions', { reader })) return nothing;
  const page = pageOf(await context.dispositions.list(after, limit), limit, ({ requestedAt, id }) => [
    requestedAt,
    id,
  ]);
  return { rows: await shownReviews(page.rows, context), nextCursor: page.nextCursor };
}

async function holdsOf({ reader, after, limit }: Asking, context: Context) {
  if (!mayGovern('seeHolds', { reader })) return nothing;
  const { recordHolds, workspaceId } = context;
  const page = pageOf(await recordHolds.list(after, limit), limit, ({ placedAt, id }) => [placedAt, id]);
  const extents = await recordHolds.scopes(page.rows.map(({ id }) => id));
  const named = await namedUsers(
    [
      ...page.rows.flatMap(({ placedByUserId, releasedByUserId }) => [
        placedByUserId,
        releasedByUserId ?? placedByUserId,
      ]),
      ...[...extents.values()].flatMap(({ custodianUserIds }) => custodianUserIds),
    ],
    context,
  );
  return {
    rows: page.rows.map((hold) =>
      recordHoldView(hold, extents.get(hold.id) ?? noExtent, { workspaceId, named }),
    ),
    nextCursor: page.nextCursor,
  };
}
