import { z } from 'zod';
import { documentNotFound, viewerOf } from '../../documents/index.ts';
import { pageFields, pageOf } from '../../kernel/pages.ts';
import { instant, shown } from '../../kernel/shapes.ts';
import { documentId } from '../lifecycles/get-document-lifecycle.ts';
import { query } from '../ports.ts';
import { eventGroups, selectionOf } from './event-groups.ts';
import { eventView, LifecycleEventView } from './views.ts';

const mostTypes = 50;
const isEventName = (name: string) => name.length <= 80 && /^[a-z_]+\.[a-z_]+$/.test(name);
const namesIn = (types: string) => types.split(',').map((name) => name.trim());

export const listDocumentEvents = query({
  summary: 'List what has happened to a document',
  description:
    'The newest comes first. Each event is a line of the audit ledger; it holds ids, states and dates, and never names, addresses or reasons.',
  access: { owner: 'any', admin: 'any', member: 'any', guest: 'any' },
  always: true,
  cli: { command: 'documents events', columns: ['at', 'type', 'actor.displayName', 'auditSeq'] },
  input: z.strictObject({
    documentId: documentId(),
    types: z
      .string()
      .max(2000, { abort: true })
      .refine(
        (types) => namesIn(types).length <= mostTypes && namesIn(types).every(isEventName),
        `Give at most ${mostTypes} names of events such as lifecycle.confirmed, with commas between them.`,
      )
      .transform((types) => [...new Set(namesIn(types))])
      .optional()
      .meta({ examples: ['lifecycle.confirmed,renewal.opened'] })
      .describe('Only events with these names; put commas between them.'),
    group: z
      .enum(eventGroups)
      .optional()
      .describe(
        'Only events about its dates and duties (lifecycle), about signing it, about the file and its place (library), or about sharing it.',
      ),
    from: instant().optional().describe('Only events at this instant or later.'),
    to: instant(7).optional().describe('Only events before this instant.'),
    ...pageFields(['sequence']),
  }),
  output: z.object({
    events: z.array(LifecycleEventView),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),
  errors: [documentNotFound],

  find: ({ documentId: id }, { documentLibrary, user }) => documentLibrary.find(id, viewerOf(user)),

  async run({ documentId: id, types, group, from, to, limit, cursor }, { documentHistory }) {
    const filter = {
      types: types ?? null,
      selection: group === undefined ? null : selectionOf(group),
      from: from ?? null,
      to: to ?? null,
    };
    const rows = await documentHistory.list(id, filter, cursor?.[0] ?? null, limit);
    const page = pageOf(rows, limit, ({ auditSeq }) => [String(auditSeq)]);
    return { events: page.rows.map(eventView), count: page.count, nextCursor: page.nextCursor };
  },
});
