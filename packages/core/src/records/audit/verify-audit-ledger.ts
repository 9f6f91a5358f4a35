import { z } from 'zod';
import { invalidField } from '../../kernel/validation.ts';
import { slowQuery } from '../ports.ts';
import { verificationsOfWorkspace } from '../rates.ts';
import { onLedger } from './audit-permissions.ts';
import { concludeVerification } from './conclude-verification.ts';
import { auditEventNotFound } from './errors.ts';
import { ledgerAsker } from './reader.ts';
import { VerificationView, verificationView } from './views.ts';
import { walkLedger } from './walk-ledger.ts';

const seq = () => z.int().min(1).max(Number.MAX_SAFE_INTEGER);

export const verifyAuditLedger = slowQuery({
  summary: 'Verify the audit ledger',
  description:
    'Recomputes every hash of the range, the details that it commits to, and the tree under each checkpoint. If the time is up, complete is false: go on from nextFromSeq. Only a checkpoint that somebody keeps elsewhere finds a history that was rewritten as a whole.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  throttles: verificationsOfWorkspace,
  always: true,
  input: z.strictObject({
    fromSeq: seq().default(1).describe('The first event to verify.'),
    toSeq: seq().optional().describe('The last one; by default the newest.'),
    maxSeconds: z.int().min(1).max(55).default(20).describe('How long it may take.'),
    details: z.boolean().default(true).describe('Whether details are opened and compared.'),
  }),
  output: z.object({ verification: VerificationView }),
  errors: [auditEventNotFound],

  find: ledgerAsker,
  may: onLedger('verify'),

  async prepare({ fromSeq, toSeq, maxSeconds, details }, { transact, keyRing, keyVault, workspaceId, now }) {
    if (toSeq !== undefined && toSeq < fromSeq)
      throw invalidField(
        '/toSeq',
        'field.out_of_range',
        'Give the number of an event that is not before fromSeq.',
      );
    // How long something takes is not a matter of the time of day, which a test may have stand still.
    const begun = performance.now();
    const walked = await walkLedger({
      ledgerId: workspaceId,
      fromSeq,
      toSeq: toSeq ?? null,
      details,
      keyRing,
      keyVault,
      unit: transact,
      goesOn: () => performance.now() - begun < maxSeconds * 1000,
    });
    if (walked === null || walked.headSeq < fromSeq) throw auditEventNotFound();
    await transact((work) => concludeVerification(workspaceId, walked, work));
    return verificationView(walked, { durationMs: Math.round(performance.now() - begun), verifiedAt: now });
  },

  run: async (_, { prepared }) => prepared,
  compose: async (verification) => ({ verification }),
});
