export { getAgenda } from './agenda/get-agenda.ts';
export type { AgendaEntry, AgendaRepository } from './agenda/ports.ts';
export type { AvailabilityBlock, Span as AvailabilitySpan, WeeklyHours } from './availability/block.ts';
export { checkAvailability } from './availability/check-availability.ts';
export type { Conflict } from './availability/conflicts.ts';
export { createAvailabilityBlock } from './availability/create-availability-block.ts';
export { deleteAvailabilityBlock } from './availability/delete-availability-block.ts';
export { availabilityBlockCreated, availabilityBlockDeleted } from './availability/events.ts';
export { listAvailabilityBlocks } from './availability/list-availability-blocks.ts';
export type { AvailabilityRepository, BusyMeeting } from './availability/ports.ts';
export type {
  CalendarHolder,
  CalendarInvitee,
  CalendarOccurrence,
  CalendarPerson,
  CalendarState,
  CalendarStates,
  FeedMeeting,
  FeedQuery,
} from './calendar/calendar-state.ts';
export { getCalendarFile } from './calendar/get-calendar-file.ts';
export { cancelIntegrationMeeting } from './cancel-integration-meeting.ts';
export { createIntegrationMeeting } from './create-integration-meeting.ts';
export {
  admissionInvalidState,
  admissionNotFound,
  availabilityBlockNotFound,
  availabilityLimitReached,
  calendarFeedLimitReached,
  calendarFeedNotFound,
  conversationNotFound,
  meetingAlreadyLive,
  meetingConflict,
  meetingFull,
  meetingInvitationDuplicate,
  meetingInvitationInvalidState,
  meetingInvitationNotFound,
  meetingNotAWebinar,
  meetingNotFound,
  meetingNotJoinable,
  meetingSeriesStarted,
  meetingTemplateDuplicateName,
  meetingTemplateInvalidState,
  meetingTemplateLimitReached,
  meetingTemplateNotFound,
  occurrenceNoneJoinable,
  occurrenceNotFound,
  occurrenceNotStarted,
  occurrenceTooEarly,
  occurrenceTooLate,
  organizerInactive,
  passcodeInvalid,
  passcodeRequired,
  registrationCapacityReached,
  registrationClosed,
  registrationFull,
  registrationInvalidState,
  registrationNotFound,
  registrationRequired,
  workingHoursOverlap,
} from './errors.ts';
export {
  meetingArchived,
  meetingCancelled,
  meetingCreated,
  meetingEnded,
  meetingInvitationCreated,
  meetingOrganizerChanged,
  meetingRestored,
  meetingSplit,
  meetingUpdated,
  meetingViewedByAdmin,
  occurrenceCancelled,
  occurrenceEnded,
  occurrenceLocked,
  occurrenceMissed,
  occurrenceRestored,
  occurrenceRezoned,
  occurrenceStarted,
  occurrenceUnlocked,
  occurrenceUpdated,
  type ScheduleBefore,
} from './events.ts';
export { type CalendarFeed, calendarFeedStates } from './feeds/calendar-feed.ts';
export { createCalendarFeed } from './feeds/create-calendar-feed.ts';
export { deleteCalendarFeed } from './feeds/delete-calendar-feed.ts';
export { calendarFeedCreated, calendarFeedRevoked } from './feeds/events.ts';
export { listCalendarFeeds } from './feeds/list-calendar-feeds.ts';
export type { CalendarFeedRepository } from './feeds/ports.ts';
export { readCalendarFeed } from './feeds/read-calendar-feed.ts';
export { getIntegrationMeeting } from './get-integration-meeting.ts';
export { IntegrationMeetingDetailView } from './integration-meeting-detail.ts';
export { createMeetingInvitation, InvitedView } from './invitations/create-meeting-invitation.ts';
export {
  meetingInvitationBounced,
  meetingInvitationResent,
  meetingInvitationResponded,
  meetingInvitationRevoked,
  meetingInvitationUpdated,
  meetingMailDue,
  registrantReminderDue,
  reminderMailDue,
  reminderQueued,
  reminderSent,
  responseDigestDue,
} from './invitations/events.ts';
export {
  type Answer,
  type MeetingInvitationStatus,
  meetingInvitationStates,
  type OccurrenceResponse,
  type Response,
} from './invitations/invitation.ts';
export { InviteOptionView, listInviteOptions } from './invitations/list-invite-options.ts';
export { listMeetingInvitations } from './invitations/list-meeting-invitations.ts';
export { mailNewOrganizer } from './invitations/mail-new-organizer.ts';
export type {
  DigestResponse,
  MailRecipient,
  MeetingLetter,
  MeetingMail,
  MeetingMailKind,
  MeetingMailRepository,
  OrganizerLetter,
  RemindableSession,
  Reminder,
  ReminderAudience,
  ReminderRecipient,
  ReminderRepository,
} from './invitations/mail-ports.ts';
export { mailReminder } from './invitations/mail-reminder.ts';
export { mailResponses } from './invitations/mail-responses.ts';
export { meetingMailStates, reminderStates } from './invitations/mail-states.ts';
export { meetingsParticipant } from './invitations/membership-participation.ts';
export {
  notifyInviteeOfInvitation,
  notifyInviteesOfCancellation,
  notifyInviteesOfCancelledSession,
  notifyInviteesOfChangedSession,
  notifyInviteesOfNewOrganizer,
  notifyInviteesOfRestoredSession,
  notifyInviteesOfSplit,
  notifyInviteesOfTail,
  notifyInviteesOfUpdate,
} from './invitations/notify-invitees.ts';
export type {
  InviteeRepository,
  InviteOption,
  KeptInvitation,
  LinkedInvitation,
  LinkedOccurrence,
} from './invitations/ports.ts';
export { previewMeetingInvitation } from './invitations/preview-meeting-invitation.ts';
export { ReminderView, remindInvitees } from './invitations/remind-invitees.ts';
export {
  planReminders,
  planRemindersOfCancelled,
  planRemindersOfChanged,
  planRemindersOfNew,
  planRemindersOfRestored,
  planRemindersOfSession,
  planRemindersOfTail,
  sendDueReminders,
} from './invitations/reminders.ts';
export { resendMeetingInvitation } from './invitations/resend-meeting-invitation.ts';
export { respondToMeetingInvitation } from './invitations/respond-to-meeting-invitation.ts';
export { revokeMeetingInvitation } from './invitations/revoke-meeting-invitation.ts';
export { sendMeetingMail } from './invitations/send-meeting-mail.ts';
export { updateMeetingInvitation } from './invitations/update-meeting-invitation.ts';
export {
  InvitationMutationView,
  type InvitationVisibility,
  MeetingInvitationView,
  MeetingPersonView,
  OccurrenceResponseView,
} from './invitations/views.ts';
export { type IgnoredReason, itipIgnored, meetingInvitationCountered } from './itip/events.ts';
export type { Correspondence, NamedSession } from './itip/ports.ts';
export { receiveItip } from './itip/receive-itip.ts';
export { listIntegrationMeetings } from './list-integration-meetings.ts';
export {
  type IntegrationMeetingRow,
  type Meeting,
  type MeetingInvitation,
  type MeetingRole,
  type MeetingSettings,
  meetingInvalidState,
  meetingStates,
  roomStates,
} from './meeting.ts';
export type { MeetingPerson } from './meeting-person.ts';
export type { Attended, FoundMeeting, MeetingContent, MeetingReader, ReadMeeting } from './meeting-reader.ts';
export {
  type Occurrence,
  type OccurrenceStatus,
  occurrenceInvalidState,
  occurrenceStates,
} from './occurrence.ts';
export { offers } from './offers.ts';
export {
  type ActivityLine,
  type InvitationSuccessor,
  type ListedMeeting,
  type MeetingFilter,
  type MeetingForPerson,
  type MeetingInvitationRepository,
  type MeetingMoment,
  type MeetingRepository,
  type MeetingsPorts,
  type MeetingsPreparing,
  type MeetingsReacting,
  type OccurrenceFilter,
  type OccurrenceRepository,
  ports,
} from './ports.ts';
export { previewRecurrence } from './recurrence/preview-recurrence.ts';
export { JoinCodeResolutionView, resolveJoinCode } from './resolve-join-code.ts';
export {
  type Admission,
  type AdmissionIdentity,
  type AdmissionStatus,
  admissionStates,
  type WaitReason,
} from './room/admission.ts';
export type {
  AdmissionHistory,
  AdmissionRepository,
  ListedAdmission,
  WaitingParticipant,
} from './room/admission-ports.ts';
export { admitAll } from './room/admit-all.ts';
export type {
  LeaveReason,
  PresenceBounds,
  PresenceFact,
  PresenceInterval,
  PresenceSnapshot,
} from './room/attendance.ts';
export type {
  AttendanceRecord,
  AttendanceRepository,
  NewFact,
  PresenceTrace,
} from './room/attendance-ports.ts';
export { checkPasscode } from './room/check-passcode.ts';
export { closeSessions } from './room/close-sessions.ts';
export { decideOnAdmission } from './room/decide-on-admission.ts';
export { endSession } from './room/end-session.ts';
export { endSessionsAtClosing } from './room/end-sessions-at-closing.ts';
export { eraseGuests } from './room/erase-guests.ts';
export { admissionAdmitted, admissionDenied, admissionRemoved, admissionRequested } from './room/events.ts';
export { exportAttendance } from './room/export-attendance.ts';
export { getAdmission } from './room/get-admission.ts';
export type { GuestDataRepository } from './room/guest-data-ports.ts';
export type {
  AdmissionBasis,
  JoinCodePreview,
  JoinCodeRepository,
  PasscodeAttemptRepository,
  Visitor,
} from './room/join-code-ports.ts';
export { keepAdmission } from './room/keep-admission.ts';
export { leaveAdmission } from './room/leave-admission.ts';
export { listAdmissions } from './room/list-admissions.ts';
export { listAttendance } from './room/list-attendance.ts';
export { lockSession } from './room/lock-session.ts';
export type { CurrentAdmission, PresenceRepository } from './room/presence-ports.ts';
export { receiveConferenceEvents } from './room/receive-conference-events.ts';
export { requestAdmission } from './room/request-admission.ts';
export type { RoomSession, RoomSessionRepository } from './room/session-ports.ts';
export { settleAttendance, settleLateAttendance } from './room/settle-attendance.ts';
export { startMeeting } from './room/start-meeting.ts';
export { sweepAdmissions } from './room/sweep-admissions.ts';
export { AdmissionView, AttendanceView, ConferenceJoinView } from './room/views.ts';
export { cancelMeeting } from './scheduling/cancel-meeting.ts';
export { createInstantMeeting } from './scheduling/create-instant-meeting.ts';
export { createMeeting } from './scheduling/create-meeting.ts';
export { CreatedMeetingView } from './scheduling/created-meeting.ts';
export { creationThrottles as meetingCreationThrottles } from './scheduling/creation-throttle.ts';
export { duplicateMeeting } from './scheduling/duplicate-meeting.ts';
export { getMeeting } from './scheduling/get-meeting.ts';
export { listMeetingActivity, MeetingActivityView } from './scheduling/list-meeting-activity.ts';
export { listMeetings } from './scheduling/list-meetings.ts';
export { listOccurrences } from './scheduling/list-occurrences.ts';
export type { MeetingScheduler } from './scheduling/meeting-scheduler.ts';
export { openPersonalRoom } from './scheduling/open-personal-room.ts';
export { updateMeeting } from './scheduling/update-meeting.ts';
export { updateOccurrence } from './scheduling/update-occurrence.ts';
export { createMeetingTemplate } from './templates/create-meeting-template.ts';
export { deleteMeetingTemplate } from './templates/delete-meeting-template.ts';
export { meetingTemplateArchived, meetingTemplateCreated } from './templates/events.ts';
export { listMeetingTemplates } from './templates/list-meeting-templates.ts';
export type { MeetingTemplateRepository } from './templates/ports.ts';
export { type MeetingTemplate, templateStates } from './templates/template.ts';
export { updateIntegrationMeeting } from './update-integration-meeting.ts';
export { meetingRezoned } from './upkeep/events.ts';
export { mailRezoned } from './upkeep/mail-rezoned.ts';
export type { SeriesUpkeep } from './upkeep/ports.ts';
export { rebaseZones } from './upkeep/rebase-zones.ts';
export { writeHorizon } from './upkeep/write-horizon.ts';
export { CreatedIntegrationMeetingView, IntegrationMeetingView } from './views.ts';
export { cancelRegistration } from './webinars/cancel-registration.ts';
export { decideRegistration } from './webinars/decide-registration.ts';
export {
  type RegistrationMailDue,
  type RegistrationMailSubject,
  registrationApproved,
  registrationCancelled,
  registrationCreated,
  registrationDeclined,
  registrationMailDue,
  registrationWaitlisted,
} from './webinars/events.ts';
export { exportRegistrations } from './webinars/export-registrations.ts';
export { getRegistration } from './webinars/get-registration.ts';
export { getWebinar } from './webinars/get-webinar.ts';
export { listRegistrations } from './webinars/list-registrations.ts';
export { mailRegistrant } from './webinars/mail-registrant.ts';
export {
  notifyRegistrantsOfCancellation,
  notifyRegistrantsOfCancelledSession,
  notifyRegistrantsOfChangedSession,
  notifyRegistrantsOfRestoredSession,
  notifyRegistrantsOfSplit,
  notifyRegistrantsOfUpdate,
} from './webinars/notify-registrants.ts';
export type { ListedRegistration, RegistrationRepository, Webinar } from './webinars/ports.ts';
export { promoteWaitlists } from './webinars/promote-waitlists.ts';
export { registerForWebinar } from './webinars/register-for-webinar.ts';
export {
  type Registration,
  type RegistrationAnswer,
  type RegistrationStatus,
  registrationStates,
} from './webinars/registration.ts';
export { remindRegistrant } from './webinars/remind-registrant.ts';
export {
  type Question,
  QuestionView,
  type WebinarInput,
  type WebinarSettings,
  WebinarSettingsView,
} from './webinars/webinar-settings.ts';
