import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import type { AuditPayload } from '../../kernel/ledger/index.ts';
import { id, userId } from '../../kernel/shapes.ts';
import { registrationStatuses } from './registration.ts';

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

/** Somebody waits for a host's decision. */
export const registrationCreated = event(
  'registration.created',
  z.strictObject({ ...registrationFields, ...person }),
  { target, facts, detail },
);

/** By a rule (`byUserId` null), by a host, or because a place came free (`promoted`). */
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
);

export const registrationWaitlisted = event(
  'registration.waitlisted',
  z.strictObject({ ...registrationFields, ...person }),
  { target, facts, detail },
);

/** By a host or by the registrant: the link stops, and a place may come free. */
const ended = <const Type extends string>(type: Type) =>
  event(
    type,
    z.strictObject({ ...registrationFields, reason: z.string().nullable(), hadPlace: z.boolean() }),
    {
      target,
      facts: ({ meetingId, hadPlace }) => ({ meetingId, hadPlace }),
      detail: ({ reason }) => ({ reason }),
    },
  );
export const registrationDeclined = ended('registration.declined');
export const registrationCancelled = ended('registration.cancelled');

export const registrationMailSubjects = [
  'standing',
  'changed',
  'called_off',
  'session_changed',
  'session_cancelled',
] as const;
export type RegistrationMailSubject = (typeof registrationMailSubjects)[number];

/** The registrant is to be told how the registration stands; internal. */
export const registrationMailDue = event(
  'registration.mail_due',
  z.strictObject({
    registrationId: id(),
    /** How it stands, that the webinar or one date of it changed, or that it or that date is called off. */
    about: z.enum(registrationMailSubjects),
    /** Which part of a divided webinar, for each is an entry of its own in calendars; the registration's own where null. */
    meetingId: id().nullable(),
    sessionId: id().nullable(),
    /** How it stood then; a mail that was overtaken is not sent. */
    status: z.enum(registrationStatuses),
    dueAt: z.iso.datetime(),
  }),
  null,
);
export type RegistrationMailDue = z.output<typeof registrationMailDue.data>;
