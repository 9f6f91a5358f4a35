import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import { labels } from '../access/labels.ts';

export const caseBundleCreated = event(
  'case.bundle_created',
  z.strictObject({
    caseId: id(),
    subjectId: id(),
    labels: z.array(z.enum(labels)),
    bundleId: id(),
    sha256: z.string(),
    pages: z.int(),
    items: z.int(),
  }),
  {
    target: ({ caseId }) => ({ kind: 'case', id: caseId }),
    refs: ({ caseId, subjectId }) => ({ caseId, subjectId }),
    labels: ({ labels: effective }) => effective,
    facts: ({ bundleId, sha256, pages, items }) => ({ bundleId, sha256, pages, items }),
  },
);

/** Bytes of a bundle are about to be stored for a while. It has no ledger line: nobody was given anything yet. */
export const caseBundleBegun = event(
  'case.bundle_begun',
  z.strictObject({ bundleId: id(), deleteAt: z.iso.datetime() }),
  null,
);
