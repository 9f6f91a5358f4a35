import { z } from 'zod';
import { workspaceNotActive } from '../../kernel/access.ts';
import { linkGone } from '../../kernel/links.ts';
import { admissionInvalidState, admissionNotFound } from '../errors.ts';
import { command } from '../ports.ts';
import { heartbeatSeconds } from './admission.ts';
import {
  admissionThrottle,
  admissionThrottles,
  admissionTokenInput,
  heldAdmission,
} from './held-admission.ts';
import { renewedDecision } from './renewed-decision.ts';
import { AdmissionView, admissionView } from './views.ts';

export const keepAdmission = command({
  summary: 'Send a heartbeat for an admission',
  description:
    'With the embedded provider the heartbeat is the presence: a device that sends none for 90 seconds counts as lost. A person who waits and sends none for 120 seconds leaves the line.',
  access: 'anyone',
  cli: { command: 'meetings admissions keep' },
  throttle: admissionThrottle,
  always: true,
  idempotent: false,
  throttles: admissionThrottles,
  input: admissionTokenInput,
  output: z.object({
    admission: AdmissionView,
    nextHeartbeatSeconds: z.int().describe('Send the next heartbeat after this many seconds.'),
  }),
  errors: [admissionNotFound, admissionInvalidState, linkGone, workspaceNotActive],

  async run({ token }, context) {
    const { admission, device, workspaceId, tokenHash } = await heldAdmission(
      token,
      context,
      renewedDecision,
    );
    if (admission.status === 'admitted' && (device.leftAt !== null || !device.isThere))
      await context.presences.enter(admission.id, context.now, tokenHash);
    return { admission: admissionView(admission, workspaceId), nextHeartbeatSeconds: heartbeatSeconds };
  },
});
