import { z } from 'zod';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { shown } from '../../kernel/shapes.ts';
import { LifecycleView, lifecycleViews } from '../lifecycles/views.ts';
import { query } from '../ports.ts';
import { viewNotFound } from '../saved-views/errors.ts';
import { viewId } from '../saved-views/save-lifecycle-view.ts';
import { viewInUse } from '../saved-views/view-in-use.ts';
import { SavedViewView, savedViewView } from '../saved-views/views.ts';
import { boardFields, orderOf, questionOf } from './board-fields.ts';
import type { BoardEntry, BoardPlace, boardSorts } from './ports.ts';
import {
  ComplianceView,
  complianceView,
  countsView,
  LifecycleCountsView,
  LifecycleOptionsView,
} from './views.ts';

const [mostGroups, mostOptions] = [50, 200];

/**
 * What a cursor holds: the instant of the first page, as of which the walk goes on (LIF-26), the part of the order that the
 * last document was in, the value that it sorts by in the place of its form, and its id.
 */
const parts = ['instant', 'integer', 'text or null', 'date or null', 'instant or null', 'id'] as const;
const formOf = { name: 'text', expiresOn: 'date', status: 'date', updatedAt: 'instant' } as const;
type Sort = (typeof boardSorts)[number];

export const getLifecycleDashboard = query({
  summary: 'Look at all documents with their dates and risks',
  description:
    'Lists documents that you see, with counts of everything that the same filters find. What is given beside a saved view overrides it. By default the one that expires first comes first.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: {
    command: 'documents dashboard',
    lists: ['lifecycles'],
    columns: ['documentName', 'status', 'expiresOn', 'ownerUserId', 'documentId'],
  },
  input: z.strictObject({ viewId: viewId().optional(), ...boardFields, ...pageFields(parts) }),
  output: z.object({
    asOf: shown.instant().describe('The time of all that is answered; it stays on the pages that follow.'),
    counts: LifecycleCountsView,
    compliance: ComplianceView,
    filters: LifecycleOptionsView,
    savedViews: z.array(SavedViewView).describe('Your own saved views and those that are shared, by name.'),
    lifecycles: z.array(LifecycleView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  errors: [viewNotFound],

  async run({ limit, cursor, ...given }, context) {
    const { lifecycleBoard, expirationPolicies, documentHolds, timeZones, savedViews, user, now } = context;
    const asOf = cursor?.[0] ?? now;
    const { input } = await viewInUse(given, context);
    const question = await questionOf(input, asOf, context);
    const order = orderOf(input);
    const [found, counts, filters, views] = await Promise.all([
      lifecycleBoard.page(question, order, cursor === undefined ? null : placeOf(cursor, order.sort), limit),
      lifecycleBoard.counts(question, mostGroups),
      lifecycleBoard.options(question.viewer, mostOptions),
      savedViews.listFor(user.userId),
    ]);
    const page = pageOf(found, limit, (entry) => keyOf(entry, asOf, order.sort));
    return {
      asOf,
      counts: countsView(counts),
      compliance: complianceView(counts),
      filters: {
        types: [...filters.types],
        owners: [...filters.owners],
        folders: [...filters.folders],
        policies: [...filters.policies],
      },
      savedViews: views.map(savedViewView),
      lifecycles: await lifecycleViews(page.rows, {
        ...{ lifecycleBoard, expirationPolicies, documentHolds, timeZones },
        now: asOf,
      }),
      count: page.count,
      nextCursor: page.nextCursor,
    };
  },
});

type Key = readonly [string, string, string | null, string | null, string | null, string];

const keyOf = ({ part, sortedBy, documentId }: BoardEntry, asOf: string, sort: Sort): Key => {
  const valueIn = (form: string) => (formOf[sort] === form ? sortedBy : null);
  return [asOf, String(part), valueIn('text'), valueIn('date'), valueIn('instant'), documentId];
};

const placeOf = ([, part, text, date, instant, documentId]: Key, sort: Sort): BoardPlace => ({
  part: Number(part),
  value: { text, date, instant }[formOf[sort]],
  documentId,
});
