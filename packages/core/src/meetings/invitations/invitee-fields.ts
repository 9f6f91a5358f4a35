import { z } from 'zod';
import type { FailureDetail } from '../../kernel/errors.ts';
import { email, userId, visibleName } from '../../kernel/shapes.ts';
import { admissionPolicies, meetingRoles } from '../meeting.ts';
import type { DirectoryMember } from '../ports.ts';

export const admissionPolicy = () =>
  z
    .enum(admissionPolicies)
    .describe(
      'waiting_room always waits, trusted_bypass never does, inherit follows the setting of the meeting.',
    );

/** What a request says of somebody's place in a meeting. */
export const roleInput = () =>
  z.enum(meetingRoles).describe('The role in the meeting; only members who are no guests can be hosts.');
export const isRequired = () => z.boolean().describe('True if the person is needed for the meeting.');

/** Somebody to invite, alone or among others. */
export const inviteeFields = () => ({
  userId: userId().optional().describe('A member of the workspace; give either this or email.'),
  email: email()
    .optional()
    .describe('Where the invitation is sent; the address of an active member invites that member.'),
  displayName: visibleName(120).optional().describe('The name of a guest; by default the address.'),
  role: roleInput().default('attendee'),
  admissionPolicy: admissionPolicy().default('inherit'),
  required: isRequired().default(true),
});

interface NamedPerson {
  readonly userId?: string | undefined;
  readonly email?: string | undefined;
}

/** A person is named in exactly one way, so that no two of them can contradict each other. */
export const isNamedOnce = ({ userId: id, email: address }: NamedPerson): boolean =>
  (id === undefined) !== (address === undefined);

export const namedTwiceOrNever = {
  code: 'invitee.ambiguous',
  message: 'Give exactly one of userId and email.',
} as const;

/** For `refine`. */
export const namedOnce = {
  error: namedTwiceOrNever.message,
  params: { code: namedTwiceOrNever.code },
} as const;

/** MTG-43: a guest of the workspace can run no meeting, and neither can somebody from outside. */
export const canHost = (person: Pick<DirectoryMember, 'role' | 'status'> | undefined): boolean =>
  person?.status === 'active' && person.role !== 'guest';

/** A guest was to be host. */
export const hostMustBeMember = (path: string): FailureDetail => ({
  path,
  code: 'invitee.host_must_be_member',
  message: 'Only an active member of the workspace who is no guest can be host; make a guest co_host.',
});
