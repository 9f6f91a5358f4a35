import { z } from 'zod';
import { type EventTarget, event } from '../../kernel/events.ts';
import { id, userId } from '../../kernel/shapes.ts';
import { meetingRoles } from '../meeting.ts';
import { type Admission, admissionIdentities, admissionStatuses, waitReasons } from './admission.ts';

const about = {
  admissionId: id(),
  sessionId: id(),
  meetingId: id(),
};
const target = (data: { readonly admissionId: string }): EventTarget => ({
  kind: 'admission',
  id: data.admissionId,
});
/** Who decided; null if a rule did. */
const decision = z.strictObject({ ...about, decidedByUserId: userId().nullable() });
const decided = {
  target,
  facts: ({ admissionId: _, ...facts }: z.output<typeof decision>) => facts,
};

export const admissionRequested = event(
  'admission.requested',
  z.strictObject({
    ...about,
    identity: z.enum(admissionIdentities),
    role: z.enum(meetingRoles),
    status: z.enum(admissionStatuses),
    waitReason: z.enum(waitReasons).nullable(),
    userId: userId().nullable(),
    invitationId: id().nullable(),
    displayName: z.string(),
  }),
  {
    target,
    facts: ({ admissionId: _, displayName: __, ...facts }) => facts,
    detail: ({ displayName }) => ({ displayName }),
  },
);
/** What the event says of an admission that was asked for. */
export const requestedBy = (admission: Admission): z.input<typeof admissionRequested.data> => {
  const { id: admissionId, sessionId, meetingId, identity, role, status, waitReason } = admission;
  const { userId: ofUser, invitationId, displayName } = admission;
  const about = { admissionId, sessionId, meetingId };
  return { ...about, identity, role, status, waitReason, userId: ofUser, invitationId, displayName };
};
export const admissionAdmitted = event('admission.admitted', decision, decided);
export const admissionDenied = event('admission.denied', decision, decided);
export const admissionRemoved = event('admission.removed', decision, decided);
