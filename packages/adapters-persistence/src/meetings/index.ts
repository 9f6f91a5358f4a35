import { type RepositoriesOf, repositoriesOf } from '../kernel/repositories.ts';
import { agendaRepository } from './agenda.ts';
import { attendanceRepository } from './attendance.ts';
import { availabilityRepository } from './availability.ts';
import { calendarFeedRepository } from './calendar-feeds.ts';
import { calendarStateRepository } from './calendar-states.ts';
import { correspondence } from './correspondence.ts';
import { inviteeRepository } from './invitees.ts';
import { meetingInvitationRepository } from './meeting-invitations.ts';
import { meetingMailRepository } from './meeting-mails.ts';
import { reminderRepository } from './meeting-reminders.ts';
import { meetingRepository } from './meetings.ts';
import { occurrenceRepository } from './occurrences.ts';
import { registrationRepository } from './registrations.ts';
import { roomRepository } from './rooms.ts';
import { seriesUpkeep } from './series-upkeep.ts';
import { meetingTemplateRepository } from './templates.ts';

/** The repositories of the context `meetings`. */
export const meetingsRepositories: RepositoriesOf<'meetings'> = repositoriesOf({
  rooms: ({ sql, tenant }) => roomRepository(sql, tenant()),
  attendance: ({ sql, tenant }) => attendanceRepository(sql, tenant()),
  meetings: ({ sql, tenant }) => meetingRepository(sql, tenant()),
  seriesUpkeep: ({ sql, tenant }) => seriesUpkeep(sql, tenant()),
  calendarFeeds: ({ sql, tenant }) => calendarFeedRepository(sql, tenant()),
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
