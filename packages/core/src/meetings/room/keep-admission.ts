import { z } from 'zod';
import { admissionInvalidState, admissionNotFound, linkGone } from '../errors.ts';
import { command } from '../ports.ts';
import { heartbeatSeconds } from './admission.ts';
import { admissionThrottles, admissionTokenInput, heldAdmission } from './held-admission.ts';
import { renewDecision } from './renewed-decision.ts';
import { AdmissionView, admissionView } from './views.ts';

export const keepAdmission = command({
  summary: 'Say that this device is still there',
  description:
    'With the embedded provider this is the presence: after 90 seconds without it the device counts as lost. Whoever waits leaves the line after 120 seconds.',
  access: 'anyone',
  always: true,
  idempotent: false,
  throttles: admissionThrottles,
  input: admissionTokenInput,
  output: z.object({
    admission: AdmissionView,
    nextHeartbeatSeconds: z.int().describe('Send the next one after as many seconds.'),
  }),
  errors: [admissionNotFound, admissionInvalidState, linkGone],

  async run({ token }, context) {
    const { admission, device, workspaceId, tokenHash } = await heldAdmission(token, context, renewDecision);
    if (admission.status === 'admitted' && (device.leftAt !== null || !device.isThere))
      await context.presences.enter(admission.id, context.now, tokenHash);
    return { admission: admissionView(admission, workspaceId), nextHeartbeatSeconds: heartbeatSeconds };
  },
});
