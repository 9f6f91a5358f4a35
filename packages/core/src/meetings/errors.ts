import { failure } from '../kernel/errors.ts';

export { meetingInvalidState } from './meeting.ts';
export { occurrenceInvalidState } from './occurrence.ts';

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
export const occurrenceNotFound = failure(
  'occurrence.not_found',
  'not_found',
  'This meeting has no such session; list its occurrences for their ids.',
);
export const meetingInvitationNotFound = failure(
  'meeting_invitation.not_found',
  'not_found',
  'There is no such invitation; check the link.',
);
export const admissionNotFound = failure(
  'admission.not_found',
  'not_found',
  'There is no such admission; ask to enter again.',
);
export const registrationNotFound = failure(
  'registration.not_found',
  'not_found',
  'There is no such registration; check the link.',
);
export const meetingTemplateNotFound = failure(
  'meeting_template.not_found',
  'not_found',
  'There is no such template, or it is archived.',
);
export const availabilityBlockNotFound = failure(
  'availability_block.not_found',
  'not_found',
  'You have no such block.',
);
export const calendarFeedNotFound = failure(
  'calendar_feed.not_found',
  'not_found',
  'You have no such calendar feed.',
);
export const conversationNotFound = failure(
  'conversation.not_found',
  'not_found',
  'There is no such conversation, or you are not in it.',
);

export const passcodeRequired = failure(
  'meeting.passcode_required',
  'forbidden',
  'This meeting has a passcode; send it with the request.',
);
export const passcodeInvalid = failure(
  'meeting.passcode_invalid',
  'forbidden',
  'The passcode is not right; ask the organizer.',
);
export const registrationRequired = failure(
  'registration.required',
  'forbidden',
  'Register for this webinar first; the link to enter comes by mail.',
);

export const meetingAlreadyLive = failure(
  'meeting.already_live',
  'conflict',
  'Another session of this meeting is live; end it first.',
);
export const meetingNotJoinable = failure(
  'meeting.not_joinable',
  'conflict',
  'The meeting is cancelled or over; nobody can enter it.',
);
export const meetingNotAWebinar = failure(
  'meeting.not_a_webinar',
  'conflict',
  'Only webinars have registrations.',
);
export const meetingSeriesStarted = failure(
  'meeting.series_started',
  'conflict',
  'The series has begun, and what was held stays as it was; change it with scope this_and_following and a sessionId.',
);
export const meetingConflict = failure(
  'meeting.conflict',
  'conflict',
  'Somebody is busy at that time; details say who and when. Choose another time, or send onConflict: allow.',
);
export const meetingFull = failure('meeting.full', 'conflict', 'Every place in the room is taken.');

export const occurrenceTooEarly = failure(
  'occurrence.too_early',
  'conflict',
  'It is too early to start this session; details name the first moment.',
);
export const occurrenceTooLate = failure(
  'occurrence.too_late',
  'conflict',
  'It is too late to start this session; schedule a new meeting.',
);
export const occurrenceNotStarted = failure(
  'occurrence.not_started',
  'conflict',
  'The session has not started; as a host, start it.',
);
export const occurrenceNoneJoinable = failure(
  'occurrence.none_joinable',
  'conflict',
  'No session is near enough to enter; details name the next one.',
);

export const meetingInvitationDuplicate = failure(
  'meeting_invitation.duplicate',
  'conflict',
  'This person is invited already; resend or change that invitation.',
);
export const meetingInvitationInvalidState = failure(
  'meeting_invitation.invalid_state',
  'conflict',
  'This invitation is revoked, or the organizer’s own, and stays as it is.',
);
export const admissionInvalidState = failure(
  'admission.invalid_state',
  'conflict',
  'The admission is in another state now; read the line again.',
);
export const registrationClosed = failure(
  'registration.closed',
  'conflict',
  'Registration for this webinar is not open.',
);
export const registrationFull = failure(
  'registration.full',
  'conflict',
  'Every place of this webinar is taken.',
);
export const registrationCapacityReached = failure(
  'registration.capacity_reached',
  'conflict',
  'Every place of this webinar is taken; raise its capacity first.',
);
export const registrationInvalidState = failure(
  'registration.invalid_state',
  'conflict',
  'The registration is in another state now; read it again.',
);
export const meetingTemplateDuplicateName = failure(
  'meeting_template.duplicate_name',
  'conflict',
  'Another active template has this name; choose another.',
);
export const meetingTemplateLimitReached = failure(
  'meeting_template.limit_reached',
  'conflict',
  'A person has at most 200 templates; delete one first.',
);
export const meetingTemplateInvalidState = failure(
  'meeting_template.invalid_state',
  'conflict',
  'The template is archived already.',
);
export const workingHoursOverlap = failure(
  'availability.working_hours_overlap',
  'conflict',
  'Other working hours hold on some of these dates; delete them or choose other dates.',
);
export const availabilityLimitReached = failure(
  'availability.limit_reached',
  'conflict',
  'A person has at most 1000 blocks; delete some first.',
);
export const calendarFeedLimitReached = failure(
  'calendar_feed.limit_reached',
  'conflict',
  'A person has at most 10 calendar feeds; delete one first.',
);
