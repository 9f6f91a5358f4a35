import { type RepositoriesOf, repositoriesOf } from '../kernel/repositories.ts';
import { admissionRepository } from './admissions.ts';
import { agendaRepository } from './agenda.ts';
import { attendanceRepository } from './attendance.ts';
import { availabilityRepository } from './availability.ts';
import { calendarFeedRepository } from './calendar-feeds.ts';
import { calendarStateRepository } from './calendar-states.ts';
import { correspondence } from './correspondence.ts';
import { derivedLinks } from './derived-links.ts';
import { guestDataRepository } from './guest-data.ts';
import { inviteeRepository } from './invitees.ts';
import { joinCodeRepository } from './join-codes.ts';
import { meetingInvitationRepository } from './meeting-invitations.ts';
import { meetingMailRepository } from './meeting-mails.ts';
import { reminderRepository } from './meeting-reminders.ts';
import { meetingRepository } from './meetings.ts';
import { occurrenceRepository } from './occurrences.ts';
import { passcodeAttemptRepository } from './passcode-attempts.ts';
import { presenceRepository } from './presences.ts';
import { registrationRepository } from './registrations.ts';
import { roomSessionRepository } from './room-sessions.ts';
import { seriesUpkeep } from './series-upkeep.ts';
import { meetingTemplateRepository } from './templates.ts';

/** The repositories of the context `meetings`. */
export const meetingsRepositories: RepositoriesOf<'meetings'> = repositoriesOf({
  admissions: ({ sql, tenant }) => admissionRepository(sql, tenant()),
  presences: ({ sql, tenant }) => presenceRepository(sql, tenant()),
  roomSessions: ({ sql, tenant }) => roomSessionRepository(sql, tenant()),
  joinCodes: ({ sql, tenant }) => joinCodeRepository(sql, tenant()),
  passcodeAttempts: ({ sql, tenant }) => passcodeAttemptRepository(sql, tenant()),
  guestData: ({ sql, tenant }) => guestDataRepository(sql, tenant()),
  attendance: ({ sql, tenant }) => attendanceRepository(sql, tenant()),
  meetings: ({ sql, tenant }) => meetingRepository(sql, tenant()),
  seriesUpkeep: ({ sql, tenant }) => seriesUpkeep(sql, tenant()),
  calendarFeeds: ({ sql, tenant }) => calendarFeedRepository(sql, tenant()),
  derivedLinks: ({ sql }) => derivedLinks(sql),
  correspondence: ({ sql, tenant }) => correspondence(sql, tenant()),
  calendarStates: ({ sql, tenant }) => calendarStateRepository(sql, tenant()),
  occurrences: ({ sql, tenant }) => occurrenceRepository(sql, tenant()),
  invitees: ({ sql, tenant }) => inviteeRepository(sql, tenant()),
  agenda: ({ sql, tenant }) => agendaRepository(sql, tenant()),
  registrations: ({ sql, tenant }) => registrationRepository(sql, tenant()),
  availability: ({ sql, tenant }) => availabilityRepository(sql, tenant()),
  templates: ({ sql, tenant }) => meetingTemplateRepository(sql, tenant()),
  meetingInvitations: ({ sql, tenant }) => meetingInvitationRepository(sql, tenant()),
  meetingMails: ({ sql, tenant }) => meetingMailRepository(sql, tenant()),
  meetingReminders: ({ sql, tenant }) => reminderRepository(sql, tenant()),
});
