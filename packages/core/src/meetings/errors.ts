import { failure } from '../kernel/errors.ts';

export const organizerInactive = failure(
  'integration.organizer_inactive',
  'conflict',
  'The member in whose name this key makes meetings is not active; an owner can name another with actsAsUserId.',
);

export const meetingNotFound = failure(
  'meeting.not_found',
  'not_found',
  'There is no such meeting, or you may not see it.',
);
