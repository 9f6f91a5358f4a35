import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { INSTALLATION_LEDGER } from '../../kernel/ledger/index.ts';
import { userId, workspaceId } from '../../kernel/shapes.ts';
import { checkpointReasons } from './ports.ts';
import { faultReasons } from './verification.ts';

const ofLedger = {
  target: ({ ledgerId }: { readonly ledgerId: string }) => ({ kind: 'ledger', id: ledgerId }),
};
/** The ledger of a workspace, or that of the installation. */
export const ledgerIdField = () => z.union([workspaceId(), z.literal(INSTALLATION_LEDGER)]);
const ledgerId = ledgerIdField();
const reason = z.enum(faultReasons).nullable();

export const checkpointIssued = event(
  'audit.checkpoint_issued',
  z.strictObject({ ledgerId, size: z.int(), rootHash: z.string(), reason: z.enum(checkpointReasons) }),
  { ...ofLedger, facts: ({ size, rootHash }) => ({ size, rootHash }) },
);
export const checkpointCosigned = event(
  'audit.checkpoint_cosigned',
  z.strictObject({ ledgerId, size: z.int(), witness: z.string(), keyId: z.string() }),
  {
    ...ofLedger,
    facts: ({ size, keyId }) => ({ size, witness: keyId }),
    detail: ({ witness }) => ({ witness }),
  },
);
export const auditKeyRotated = event(
  'audit.key_rotated',
  z.strictObject({ ledgerId, oldKeyId: z.string(), newVkey: z.string() }),
  { ...ofLedger, facts: ({ oldKeyId, newVkey }) => ({ oldKeyId, newVkey }) },
);

const found = {
  ledgerId,
  fromSeq: z.int(),
  toSeq: z.int(),
  firstBadSeq: z.int().nullable(),
  reason,
};
export const auditVerified = event('audit.verified', z.strictObject({ ...found, ok: z.boolean() }), {
  ...ofLedger,
  facts: ({ ok, fromSeq, toSeq, firstBadSeq, reason }) => ({ ok, fromSeq, toSeq, firstBadSeq, reason }),
});
/** The ledger is not what it was: written once for each fault that is found. */
export const auditIntegrityFailed = event(
  'audit.integrity_failed',
  z.strictObject(found),
  {
    ...ofLedger,
    facts: ({ fromSeq, toSeq, firstBadSeq, reason }) => ({ fromSeq, toSeq, firstBadSeq, reason }),
    outcome: 'failure',
  },
  {
    webhook: {
      context: 'records',
      data: ({ firstBadSeq, reason }) => ({ firstBadSeq, reason }),
      namesLedgerLine: true,
    },
  },
);
/** To each person who is to know of it. */
export const ledgerAlarmDue = event(
  'audit.alarm_due',
  z.strictObject({ personId: userId(), firstBadSeq: z.int().nullable(), reason }),
  null,
);

export const erasureReasons = ['request', 'disposition'] as const;
export type ErasureReason = (typeof erasureReasons)[number];
export const auditDetailErased = event(
  'audit.detail_erased',
  z.strictObject({ ledgerId, seqs: z.array(z.int()).min(1).max(500), reason: z.enum(erasureReasons) }),
  { ...ofLedger, facts: ({ seqs, reason }) => ({ seqs, reason }) },
);
export const auditRead = event('audit.read', z.strictObject({ ledgerId, count: z.int() }), {
  ...ofLedger,
  facts: ({ count }) => ({ count }),
});
export const auditExported = event(
  'audit.exported',
  z.strictObject({ ledgerId, fromSeq: z.int(), toSeq: z.int(), details: z.boolean() }),
  { ...ofLedger, facts: ({ fromSeq, toSeq, details }) => ({ fromSeq, toSeq, details }) },
);
