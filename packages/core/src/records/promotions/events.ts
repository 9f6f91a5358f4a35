import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import { labels } from '../access/labels.ts';
import { promotionKinds, promotionTargets } from './promotion.ts';

export const promotionCreated = event(
  'promotion.created',
  z.strictObject({
    promotionId: id(),
    caseId: id(),
    subjectId: id(),
    artifactId: id().nullable(),
    sourceKind: z.enum(promotionKinds),
    target: z.enum(promotionTargets),
    sourceSha256: z.string().nullable(),
    labels: z.array(z.enum(labels)),
  }),
  {
    target: ({ promotionId }) => ({ kind: 'promotion', id: promotionId }),
    refs: ({ caseId, subjectId, artifactId }) => ({ caseId, subjectId, artifactId }),
    labels: ({ labels: effective }) => effective,
    facts: ({ sourceKind, target, sourceSha256 }) => ({ sourceKind, target, sourceSha256 }),
  },
);
