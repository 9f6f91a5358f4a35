import { z } from 'zod';
import { event } from '../../../kernel/events.ts';
import { id } from '../../../kernel/shapes.ts';
import { labels } from '../../access/labels.ts';
import { recordWebhook } from '../../record-webhook.ts';
import type { RecordCase } from '../case.ts';
import { aboutCase } from '../events.ts';
import { type CaseTransfer, outgoingRoles, transferDecisions } from './transfer.ts';

const about = {
  transferId: id(),
  caseId: id(),
  subjectId: id(),
  labels: z.array(z.enum(labels)),
  fromUserId: z.string(),
  toUserId: z.string(),
  version: z.int(),
};
type AboutTransfer = z.output<z.ZodObject<typeof about>>;

/** What every event about a hand-over says of it. */
export const aboutTransfer = (
  { id: transferId, fromUserId, toUserId, version }: CaseTransfer,
  recordCase: RecordCase,
): AboutTransfer => ({ transferId, fromUserId, toUserId, version, ...aboutCase(recordCase) });

const ofTransfer = {
  target: ({ transferId, version }: AboutTransfer) => ({ kind: 'case_transfer', id: transferId, version }),
  refs: ({ caseId, subjectId }: AboutTransfer) => ({ caseId, subjectId }),
  labels: (data: AboutTransfer) => data.labels,
};

export const caseTransferRequested = event(
  'case.transfer_requested',
  z.strictObject({ ...about, outgoingRole: z.enum(outgoingRoles), reason: z.string() }),
  {
    ...ofTransfer,
    facts: ({ fromUserId, toUserId, outgoingRole }) => ({ fromUserId, toUserId, outgoingRole }),
    detail: ({ reason }) => ({ reason }),
  },
);

/** `expire` is what the clock decides. */
export const caseTransferDecided = event(
  'case.transfer_decided',
  z.strictObject({
    ...about,
    decision: z.enum([...transferDecisions, 'expire']),
    reason: z.string().nullable(),
  }),
  {
    ...ofTransfer,
    facts: ({ fromUserId, toUserId, decision }) => ({ fromUserId, toUserId, decision }),
    detail: ({ reason }) => (reason === null ? null : { reason }),
  },
  { webhook: recordWebhook(ofTransfer.target) },
);
