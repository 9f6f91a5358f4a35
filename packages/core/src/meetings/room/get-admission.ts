import { z } from 'zod';
import { linkGone } from '../../kernel/links.ts';
import { admissionInvalidState, admissionNotFound } from '../errors.ts';
import { meetingStatuses } from '../meeting.ts';
import { command } from '../ports.ts';
import { conferenceJoinOf } from './conference-join.ts';
import {
  admissionThrottle,
  admissionThrottles,
  admissionTokenInput,
  heldAdmission,
} from './held-admission.ts';
import { renewedDecision } from './renewed-decision.ts';
import { AdmissionView, admissionView, ConferenceJoinView } from './views.ts';

export const getAdmission = command({
  summary: 'Show the state of an admission',
  description:
    'Poll this endpoint every four seconds while you wait, and every ten or more while you are in; each call is a sign of life. While the person is admitted, each answer carries a fresh token for the media server.',
  access: 'anyone',
  throttle: admissionThrottle,
  always: true,
  countsAsRead: true,
  throttles: admissionThrottles,
  input: admissionTokenInput,
  output: z.object({
    admission: AdmissionView,
    conference: ConferenceJoinView.nullable().describe('Null unless the person is let in.'),
    meeting: z
      .object({
        title: z
          .string()
          .nullable()
          .describe('The title of the meeting; null until you are admitted, if it has a passcode.'),
        status: z.enum(meetingStatuses).describe('Where the meeting is in its life.'),
        hostPresent: z.boolean().describe('True if a host is in the room.'),
      })
      .describe('The meeting that the person waits for.'),
  }),
  errors: [admissionNotFound, admissionInvalidState, linkGone],

  async run({ token }, context) {
    const held = await heldAdmission(token, context, renewedDecision);
    const { admission, session, meeting, hostPresent, workspaceId } = held;
    const isIn = admission.status === 'admitted';
    // A device that counted as lost comes back with its next sign of life.
    if (isIn && (held.device.leftAt !== null || !held.device.isThere))
      await context.presences.enter(admission.id, context.now, held.tokenHash);
    const hidesTitle = meeting.passcodeHash !== null && !isIn && admission.identity === 'anonymous';
    return {
      admission: admissionView(admission, workspaceId),
      conference: await conferenceJoinOf(admission, session, meeting, context),
      meeting: { title: hidesTitle ? null : meeting.title, status: meeting.status, hostPresent },
    };
  },
});
