import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import { labels } from '../access/labels.ts';

/** Something of the case has to be opened so that it is found by what it says; all of it after the rules have changed. */
export const recordIndexDue = event(
  'records.index_due',
  z.strictObject({ caseId: id(), whole: z.boolean() }),
  null,
);

/** All cases of the workspace have to be indexed anew, from behind this one. */
export const recordReindexDue = event(
  'records.reindex_due',
  z.strictObject({ afterCaseId: id().nullable() }),
  null,
);

/** A search that showed what is labelled beyond confidential (REC-6). What was looked for stands nowhere. */
export const recordsSearched = event(
  'records.searched',
  z.strictObject({
    workspaceId: z.string(),
    results: z.int(),
    ids: z.array(id()),
    labels: z.array(z.enum(labels)),
  }),
  {
    target: ({ workspaceId }) => ({ kind: 'workspace', id: workspaceId }),
    facts: ({ results, ids }) => ({ results, restricted: ids.length, ids }),
    labels: ({ labels: effective }) => effective,
  },
);
