import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import type { AuditPayload } from '../../kernel/ledger/index.ts';
import { id, userId } from '../../kernel/shapes.ts';
import { webhookOfMeeting } from '../webhook-entry.ts';
import { type RegistrationStatus, registrationStatuses } from './registration.ts';

const registrationFields = {
  registrationId: id(),
  meetingId: id(),
  version: z.int(),
};
const person = { email: z.string().nullable(), displayName: z.string() };

const target = (data: { registrationId: string; version: number }) => ({
  kind: 'registration',
  id: data.registrationId,
  version: data.version,
});
const facts = ({ meetingId }: { meetingId: string }): AuditPayload['facts'] => ({ meetingId });
const detail = ({ email, displayName }: { email: string | null; displayName: string }) => ({
  email,
  displayName,
});

type Leaves = Partial<ReturnType<typeof webhookOfRegistration>>;
const webhookOfRegistration = (status: RegistrationStatus) =>
  webhookOfMeeting(
    ({ registrationId, version }: { registrationId: string; meetingId: string; version: number }) => ({
      registrationId,
      status,
      version,
    }),
  );

/** Somebody waits for a host's decision. */
export const registrationCreated = event(
  'registration.created',
  z.strictObject({ ...registrationFields, ...person }),
  { target, facts, detail },
  webhookOfRegistration('pending'),
);

/** Approved by a rule (`byUserId` is null), by a host, or because a place became free (`promoted`). */
export const registrationApproved = event(
  'registration.approved',
  z.strictObject({
    ...registrationFields,
    ...person,
    byUserId: userId().nullable(),
    promoted: z.boolean(),
  }),
  {
    target,
    facts: ({ meetingId, byUserId, promoted }) => ({ meetingId, byUserId, promoted }),
    detail,
  },
  webhookOfRegistration('approved'),
);

export const registrationWaitlisted = event(
  'registration.waitlisted',
  z.strictObject({ ...registrationFields, ...person }),
  { target, facts, detail },
);

/** The link stops working, and a place may become free. */
const ended = <const Type extends string>(type: Type, leaves: Leaves = {}) =>
  event(
    type,
    z.strictObject({ ...registrationFields, reason: z.string().nullable(), hadPlace: z.boolean() }),
    {
      target,
      facts: ({ meetingId, hadPlace }) => ({ meetingId, hadPlace }),
      detail: ({ reason }) => ({ reason }),
    },
    leaves,
  );
export const registrationDeclined = ended('registration.declined');
export const registrationCancelled = ended('registration.cancelled', webhookOfRegistration('cancelled'));

export const registrationMailSubjects = [
  'standing',
  'changed',
  'called_off',
  'session_changed',
  'session_cancelled',
] as const;
export type RegistrationMailSubject = (typeof registrationMailSubjects)[number];

/** Internal: the registrant is mailed the state of the registration. */
export const registrationMailDue = event(
  'registration.mail_due',
  z.strictObject({
    registrationId: id(),
    /** The state of the registration, a change of the webinar or of one date, or the cancellation of either. */
    about: z.enum(registrationMailSubjects),
    /**
     * Which part of a split webinar, because each is a calendar entry of its own; null for the part that the registration
     * was made for.
     */
    meetingId: id().nullable(),
    sessionId: id().nullable(),
    /** The status at that time; a mail that was overtaken is not sent. */
    status: z.enum(registrationStatuses),
    dueAt: z.iso.datetime(),
  }),
  null,
);
export type RegistrationMailDue = z.output<typeof registrationMailDue.data>;
