import { z } from 'zod';
import { multiline, userId } from '../../kernel/shapes.ts';
import { artifactId, attestation, expectedVersion } from '../entries/entry-fields.ts';
import { expectedContentHash } from '../entries/finalize-entry.ts';
import { purposeOfUse, reason } from '../subjects/subject-fields.ts';

export const coSignActions = ['sign', 'decline', 'request'] as const;

export const coSignInput = z.strictObject({
  artifactId: artifactId(),
  action: z
    .enum(coSignActions)
    .describe('Sign it too, say that you do not, or ask somebody to.')
    .meta({ examples: ['request'] }),
  attestation: attestation('attest.cosign.v1', 'attest.supervisor.v1')
    .optional()
    .describe('What you state, and the proof that it is you; needed to sign.'),
  comment: multiline(2000, 1)
    .optional()
    .describe('What you say of it when you sign; it stands in the ledger.'),
  reason: reason().optional().describe('Why you do not sign; needed to decline.'),
  requestedFromUserId: userId()
    .optional()
    .describe('Who is asked, a member of the case; by default anybody with the role for it.'),
  expectedContentHash: expectedContentHash(),
  purposeOfUse: purposeOfUse(),
  expectedVersion: expectedVersion(),
});
export type CoSignGiven = z.output<typeof coSignInput>;
