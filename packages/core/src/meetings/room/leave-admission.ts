import { z } from 'zod';
import { workspaceNotActive } from '../../kernel/access.ts';
import { linkGone } from '../../kernel/links.ts';
import { admissionInvalidState, admissionNotFound } from '../errors.ts';
import { command } from '../ports.ts';
import { admissionStates, isOpen } from './admission.ts';
import {
  admissionThrottle,
  admissionThrottles,
  admissionTokenInput,
  type BeforeSignOfLife,
  heldAdmission,
} from './held-admission.ts';
import { AdmissionView, admissionView } from './views.ts';

export const leaveAdmission = command({
  summary: 'Leave the room or the waiting line',
  description:
    'Only this device leaves; a person who is there with another device stays. A repeat returns the same answer. Ask to enter again to come back.',
  access: 'anyone',
  throttle: admissionThrottle,
  always: true,
  throttles: admissionThrottles,
  input: admissionTokenInput,
  output: z.object({ admission: AdmissionView }),
  errors: [admissionNotFound, admissionInvalidState, linkGone, workspaceNotActive],

  async run({ token }, context) {
    const { admission, workspaceId, tokenHash } = await heldAdmission(token, context, holdingSession);
    const { admissions, presences, roomSessions, now } = context;
    const othersThere = await presences.leave(admission.id, now, 'left', tokenHash);
    if (!isOpen(admission) || (admission.status === 'admitted' && othersThere > 0))
      return { admission: admissionView(admission, workspaceId) };
    const status = admissionStates.next(admission.status, 'leave');
    const left = await admissions.save({ ...admission, status, waitReason: null, updatedAt: now });
    if (admission.status === 'admitted') await roomSessions.releasePlaces(admission.sessionId, 1, now);
    return { admission: admissionView(left, workspaceId) };
  },
});

/**
 * The session is locked before the admission, as by whoever ends it, so that people who leave while it ends never
 * deadlock.
 */
const holdingSession: BeforeSignOfLife<void> = {
  ask: (tokenHash, { presences }) => presences.holdSession(tokenHash),
  answered: async () => undefined,
};
