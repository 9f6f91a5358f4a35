import {
  closureParticipants,
  membershipParticipants,
  type Repositories as Ports,
  secondPersonCandidates,
  uploads,
  webhooks,
  workspace,
} from '@chancery/core';
import { billingAccounts, checkoutRepository, planStandings } from '../billing/accounts.ts';
import { billingEvents, billingSweeps } from '../billing/events.ts';
import { invoiceRepository } from '../billing/invoices.ts';
import { subscriptionRepository } from '../billing/subscriptions.ts';
import { usageRecount } from '../billing/usage-recount.ts';
import { accountRepository } from '../identity/accounts.ts';
import { ceremonyRepository } from '../identity/factors/ceremonies.ts';
import { factorAttemptRepository } from '../identity/factors/factor-attempts.ts';
import { factorResetRepository } from '../identity/factors/factor-resets.ts';
import { factorRepository } from '../identity/factors/factors.ts';
import { recoveryCodeRepository } from '../identity/factors/recovery-codes.ts';
import { signInChallengeRepository } from '../identity/factors/sign-in-challenges.ts';
import { oneTimeTokenRepository } from '../identity/one-time-tokens.ts';
import { passwordAttemptRepository } from '../identity/password-attempts.ts';
import { authFlowRepository } from '../identity/providers/auth-flows.ts';
import { detachedTokenRepository } from '../identity/providers/detached-tokens.ts';
import { externalIdentityRepository } from '../identity/providers/external-identities.ts';
import { usedIdTokenRepository } from '../identity/providers/used-id-tokens.ts';
import { securityLog } from '../identity/security-log.ts';
import { sessionRepository } from '../identity/sessions.ts';
import { identitySweep } from '../identity/sweep.ts';
import { workspaceAccess } from '../identity/workspace-access.ts';
import { apiKeyRepository } from '../integrations/api-keys.ts';
import { agendaRepository } from '../meetings/agenda.ts';
import { attendanceRepository } from '../meetings/attendance.ts';
import { availabilityRepository } from '../meetings/availability.ts';
import { calendarFeedRepository } from '../meetings/calendar-feeds.ts';
import { calendarStateRepository } from '../meetings/calendar-states.ts';
import { correspondence } from '../meetings/correspondence.ts';
import { inviteeRepository } from '../meetings/invitees.ts';
import { meetingInvitationRepository } from '../meetings/meeting-invitations.ts';
import { meetingMailRepository } from '../meetings/meeting-mails.ts';
import { reminderRepository } from '../meetings/meeting-reminders.ts';
import { meetingRepository } from '../meetings/meetings.ts';
import { occurrenceRepository } from '../meetings/occurrences.ts';
import { registrationRepository } from '../meetings/registrations.ts';
import { roomRepository } from '../meetings/rooms.ts';
import { seriesUpkeep } from '../meetings/series-upkeep.ts';
import { meetingTemplateRepository } from '../meetings/templates.ts';
import { uploadRepository, uploadSweep } from '../uploads/upload-sessions.ts';
import { webhookDeliveryRepository, webhookSweep } from '../webhooks/deliveries.ts';
import { webhookEndpointRepository } from '../webhooks/endpoints.ts';
import { workspaceClosures } from '../workspace/closures.ts';
import { invitationRepository } from '../workspace/invitations.ts';
import { workspaceJobs } from '../workspace/jobs.ts';
import { memberDirectory } from '../workspace/member-directory.ts';
import { memberRepository } from '../workspace/members.ts';
import { personDirectory } from '../workspace/people.ts';
import { projectRepository } from '../workspace/projects.ts';
import { secondPersonRecords } from '../workspace/second-person.ts';
import { timeZoneState } from '../workspace/time-zone-state.ts';
import { workspaceIdentity, workspaceRepository } from '../workspace/workspaces.ts';
import { housekeeping } from './housekeeping.ts';
import type { Sql } from './sql.ts';
import { usageCounters } from './usage-counters.ts';

interface Unit {
  readonly sql: Sql;
  /** The workspace that the unit has entered; null before. */
  workspaceId(): string | null;
  /** The same for queries: an empty tenant matches no row, in the queries as in row-level security. */
  tenant(): string;
  /** All of them, for one that is built on others. */
  ports(): Ports;
}

const makers: { readonly [K in keyof Ports]: (unit: Unit) => Ports[K] } = {
  accounts: ({ sql }) => accountRepository(sql),
  sessions: ({ sql }) => sessionRepository(sql),
  oneTimeTokens: ({ sql }) => oneTimeTokenRepository(sql),
  passwordAttempts: ({ sql }) => passwordAttemptRepository(sql),
  factors: ({ sql }) => factorRepository(sql),
  recoveryCodes: ({ sql }) => recoveryCodeRepository(sql),
  signInChallenges: ({ sql }) => signInChallengeRepository(sql),
  ceremonies: ({ sql }) => ceremonyRepository(sql),
  factorAttempts: ({ sql }) => factorAttemptRepository(sql),
  factorResets: ({ sql }) => factorResetRepository(sql),
  externalIdentities: ({ sql }) => externalIdentityRepository(sql),
  detachedTokens: ({ sql }) => detachedTokenRepository(sql),
  authFlows: ({ sql }) => authFlowRepository(sql),
  usedIdTokens: ({ sql }) => usedIdTokenRepository(sql),
  workspaceAccess: ({ sql, ports }) => workspaceAccess(sql, ports),
  securityLog: ({ sql }) => securityLog(sql),
  identitySweep: ({ sql }) => identitySweep(sql),
  membershipParticipants: () => membershipParticipants(),
  closureParticipants: () => closureParticipants(),
  timeZoneState: ({ sql }) => timeZoneState(sql),
  closures: ({ sql, tenant }) => workspaceClosures(sql, tenant()),
  secondPersonCandidates: () => secondPersonCandidates(),
  secondPerson: ({ sql, tenant }) => secondPersonRecords(sql, tenant()),
  secondPersonRule: ({ ports }) => workspace.secondPersonRule(ports()),
  jobs: ({ sql, workspaceId }) => workspaceJobs(sql, workspaceId()),
  housekeeping: ({ sql }) => housekeeping(sql),
  owners: ({ sql, tenant }) => memberDirectory(sql, tenant()),
  workspaces: ({ sql, tenant }) => workspaceRepository(sql, tenant()),
  members: ({ sql, tenant }) => memberRepository(sql, tenant()),
  invitations: ({ sql, tenant }) => invitationRepository(sql, tenant()),
  people: ({ sql }) => personDirectory(sql),
  projects: ({ sql, tenant }) => projectRepository(sql, tenant()),
  apiKeys: ({ sql, tenant }) => apiKeyRepository(sql, tenant()),
  memberDirectory: ({ sql, tenant }) => memberDirectory(sql, tenant()),
  workspaceIdentity: ({ sql, tenant }) => workspaceIdentity(sql, tenant()),
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
  uploads: ({ sql, tenant }) => uploadRepository(sql, tenant()),
  uploadSweep: ({ sql }) => uploadSweep(sql),
  uploadConsumption: ({ ports }) => uploads.uploadConsumption(ports().uploads),
  planStandings: ({ sql, tenant }) => planStandings(sql, tenant()),
  billingAccounts: ({ sql, tenant }) => billingAccounts(sql, tenant()),
  subscriptions: ({ sql, tenant }) => subscriptionRepository(sql, tenant()),
  invoices: ({ sql, tenant }) => invoiceRepository(sql, tenant()),
  checkouts: ({ sql, tenant }) => checkoutRepository(sql, tenant()),
  billingEvents: ({ sql }) => billingEvents(sql),
  billingSweeps: ({ sql }) => billingSweeps(sql),
  usageRecount: ({ sql, tenant }) => usageRecount(sql, tenant()),
  webhookEndpoints: ({ sql, tenant }) => webhookEndpointRepository(sql, tenant()),
  webhookDeliveries: ({ sql, tenant }) => webhookDeliveryRepository(sql, tenant()),
  webhookSweep: ({ sql }) => webhookSweep(sql),
  webhookRegistration: ({ ports }) =>
    webhooks.webhookRegistration(ports().webhookEndpoints, ports().webhookDeliveries),
  usage: ({ sql, tenant }) => usageCounters(sql, tenant()),
};

const unitOf = Symbol('unit');

/** One class for the contexts of all units, so that reading a field of one costs what reading a field costs. */
class UnitRepositories {
  readonly [unitOf]: Unit;
  constructor(unit: Omit<Unit, 'ports'>) {
    this[unitOf] = { ...unit, ports: () => this as unknown as Ports };
  }
}
for (const [name, make] of Object.entries<(unit: Unit) => unknown>(makers))
  Object.defineProperty(UnitRepositories.prototype, name, {
    get(this: UnitRepositories) {
      return make(this[unitOf]);
    },
  });

/**
 * The repositories of one unit, each made when it is named; they follow the unit into the workspace that it enters. What
 * else a handler holds stands on the same object.
 */
export function repositories<K extends object>(
  sql: Sql,
  workspaceId: () => string | null,
  also: K,
): Ports & K {
  const unit = new UnitRepositories({ sql, workspaceId, tenant: () => workspaceId() ?? '' });
  return Object.assign(unit as unknown as Ports, also);
}
