import type { DocumentRetentionPart } from '../documents/index.ts';
import type { FollowUpContext } from '../kernel/reacting-context.ts';
import { outcomesOf } from './lifecycles/evaluate-documents.ts';
import { type LifecyclePorts, ports } from './ports.ts';

/**
 * How long documents stay in the trash, and have to be kept (RET-1): while their period runs, and after it while somebody has decided to keep them.
 * It is computed anew by the policy that wins now, since a job may not have come to the document yet.
 */
export const lifecycleRetention: DocumentRetentionPart = {
  kind: 'document_retention',
  ports,
  bind: (context, own: () => FollowUpContext & LifecyclePorts) => ({
    context,
    async isRunning(documentId) {
      const { lifecycles, retentionCandidates, now } = own();
      const documents = await lifecycles.toEvaluate([documentId]);
      const retention = (await outcomesOf(documents, own())).get(documentId)?.retention ?? null;
      if (retention !== null && (retention.dueAt === null || retention.dueAt > now)) return true;
      const live = await retentionCandidates.liveOf([documentId]);
      return live.some(({ status }) => status === 'retained');
    },
    trashDays: async () => (await own().lifecycleSettings.get()).trashDays,
  }),
};
