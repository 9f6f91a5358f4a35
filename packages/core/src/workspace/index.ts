export { memberNotFound, memberSelf } from '../kernel/access.ts';
export { closeWorkspace } from './closure/close-workspace.ts';
export {
  type ClosureBlocker,
  type ClosurePart,
  type ClosureParticipant,
  type ClosurePurge,
  closureParticipant,
} from './closure/closure-participant.ts';
export { workspaceClosure } from './closure/closure-participation.ts';
export { finaliseClosure } from './closure/finalise-closure.ts';
export { mailWorkspaceClosing } from './closure/mail-workspace-closing.ts';
export { notifyOfClosing } from './closure/notify-of-closing.ts';
export { pruneSlugs } from './closure/prune-slugs.ts';
export { purgeAbandoned } from './closure/purge-abandoned.ts';
export { reopenWorkspace } from './closure/reopen-workspace.ts';
export { createWorkspace } from './create-workspace.ts';
export {
  closureBlocked,
  custodyNotNeeded,
  hasOtherMembers,
  invitationAlreadyPending,
  invitationNotFound,
  lastOwner,
  memberAlreadyExists,
  openResponsibilities,
  projectIsArchived,
  projectKeyTaken,
  projectLastLead,
  projectMemberLimit,
  projectNotFound,
  secondPersonAvailable,
  secondPersonCoolingOff,
  secondPersonRequired,
  settingsLockOut,
  slugTaken,
  workspaceInvalidState,
  workspaceOwnerless,
} from './errors.ts';
export {
  memberJoined,
  memberReactivated,
  memberRemoved,
  memberRoleChanged,
  memberSuspended,
  projectArchived,
  projectCreated,
  projectMemberChanged,
  projectRestored,
  projectUpdated,
  secondPersonCoolingOffEnabled,
  secondPersonEnded,
  secondPersonNotice,
  secondPersonWaived,
  workspaceClosed,
  workspaceClosing,
  workspaceClosingNotice,
  workspaceCreated,
  workspaceCustodyTaken,
  workspaceReinstated,
  workspaceReopened,
  workspaceSettingsChanged,
  workspaceSuspended,
  workspaceUpdated,
} from './events.ts';
export {
  type FoundingPart,
  type FoundingParticipant,
  foundingParticipant,
} from './founding-participant.ts';
export { getWorkspace } from './get-workspace.ts';
export { acceptInvitation } from './invitations/accept-invitation.ts';
export { createInvitation } from './invitations/create-invitation.ts';
export { declineInvitation } from './invitations/decline-invitation.ts';
export {
  invitationAccepted,
  invitationCreated,
  invitationDeclined,
  invitationExpired,
  invitationMailDue,
  invitationResent,
  invitationRevoked,
} from './invitations/events.ts';
export { expireInvitations } from './invitations/expire-invitations.ts';
export {
  type Invitation,
  type InvitationStatus,
  invitationInvalidState,
  invitationStates,
} from './invitations/invitation.ts';
export { listInvitations } from './invitations/list-invitations.ts';
export { mailInvitation } from './invitations/mail-invitation.ts';
export { mailInvitationDeclined } from './invitations/mail-invitation-declined.ts';
export { mailMemberJoined } from './invitations/mail-member-joined.ts';
export { previewInvitation } from './invitations/preview-invitation.ts';
export { resendInvitation } from './invitations/resend-invitation.ts';
export { revokeInvitation } from './invitations/revoke-invitation.ts';
export { acknowledgeJob } from './jobs/acknowledge-job.ts';
export { jobNotFound } from './jobs/errors.ts';
export { deadLetterNotice, jobAcknowledged, jobReplayed } from './jobs/events.ts';
export { getJob } from './jobs/get-job.ts';
export { getJobSummary } from './jobs/get-job-summary.ts';
export { pruneDenials, pruneIdempotency, pruneJobs, pruneMailCounts, reapJobs } from './jobs/housekeeping.ts';
export { type Job, jobInvalidState, jobStates, jobStatuses } from './jobs/job.ts';
export type { JobControl } from './jobs/job-control.ts';
export { listJobs } from './jobs/list-jobs.ts';
export { mailDeadLetters } from './jobs/mail-dead-letters.ts';
export { notifyOfDeadLetters } from './jobs/notify-of-dead-letters.ts';
export type {
  DeadTopic,
  Housekeeping,
  JobCounts,
  JobFilter,
  Owners,
  QueueCounts,
  StuckJobs,
  WorkspaceJobs,
} from './jobs/ports.ts';
export { replayJob } from './jobs/replay-job.ts';
export { replayJobs } from './jobs/replay-jobs.ts';
export { JobView } from './jobs/views.ts';
export { listWorkspaces } from './list-workspaces.ts';
export { type Member, memberInvalidState, memberStates } from './member.ts';
export {
  type DirectoryMember,
  type FoundMember,
  type MemberDirectory,
  type MemberProfile,
  memberCursor,
  type OwnerContact,
  type WorkspaceIdentity,
  type WorkspaceProfile,
} from './member-directory.ts';
export { getMember } from './members/get-member.ts';
export { listIntegrationMembers } from './members/list-integration-members.ts';
export { listMembers } from './members/list-members.ts';
export { mailMemberRemoved } from './members/mail-member-removed.ts';
export { mailRoleChanged } from './members/mail-role-changed.ts';
export { workspaceMembership } from './members/membership-participation.ts';
export { reactivateMember } from './members/reactivate-member.ts';
export { removeMember } from './members/remove-member.ts';
export { suspendMember } from './members/suspend-member.ts';
export { updateMember } from './members/update-member.ts';
export { offers } from './offers.ts';
export {
  type AbleMember,
  type IntegrationMember,
  type IntegrationProject,
  type InvitationFilter,
  type InvitationOfToken,
  type InvitationRepository,
  type MemberFilter,
  type MemberRepository,
  type PersonDirectory,
  type PersonMemberships,
  type ProjectFilter,
  type ProjectRepository,
  ports,
  type SecondPersonRecords,
  type VisibleProjects,
  type WorkspaceClosures,
  type WorkspacePorts,
  type WorkspacePreparing,
  type WorkspaceReacting,
  type WorkspaceRepository,
} from './ports.ts';
export { type Project, type ProjectMember, projectInvalidState, projectStates } from './project.ts';
export { archiveProject } from './projects/archive-project.ts';
export { createProject } from './projects/create-project.ts';
export { getProject } from './projects/get-project.ts';
export { listIntegrationProjects } from './projects/list-integration-projects.ts';
export { listProjects } from './projects/list-projects.ts';
export type { FoundProject, ProjectReader } from './projects/project-reader.ts';
export { removeProjectMember } from './projects/remove-project-member.ts';
export { restoreProject } from './projects/restore-project.ts';
export { setProjectMember } from './projects/set-project-member.ts';
export { updateProject } from './projects/update-project.ts';
export {
  type Eligible,
  type SecondPersonCandidates,
  type SecondPersonPart,
  secondPersonCandidates,
} from './second-person/candidates.ts';
export { workspaceSecondPersons } from './second-person/eligible-managers.ts';
export { getSecondPerson } from './second-person/get-second-person.ts';
export { mailSecondPerson } from './second-person/mail-second-person.ts';
export {
  type Access,
  changeOfOwnAccess,
  type OwnAccessOutcome,
  type OwnAccessRequest,
  type PendingAccessChange,
} from './second-person/own-access.ts';
export type {
  SecondPersonQuestion,
  SecondPersonRule,
  SecondPersonTransaction,
} from './second-person/ports.ts';
export type {
  Candidacy,
  Candidate,
  SecondPersonChange,
  SecondPersonStep,
  SecondPersonUse,
} from './second-person/second-person.ts';
export { secondPersonErrors } from './second-person/second-person-rule.ts';
export {
  watchSecondPerson,
  watchSecondPersonJoined,
  watchSecondPersonReactivated,
  watchSecondPersonReinstated,
  watchSecondPersonRole,
} from './second-person/watch-second-person.ts';
export { getSettings } from './settings/get-settings.ts';
export { type SettingsField, WorkspaceSettingsView } from './settings/settings-fields.ts';
export { updateSettings } from './settings/update-settings.ts';
export { timeZonesChanged } from './time-zones/events.ts';
export type { TimeZoneState } from './time-zones/ports.ts';
export { requireTimeZones } from './time-zones/time-zone-release.ts';
export { updateWorkspace } from './update-workspace.ts';
export {
  IntegrationMemberView,
  IntegrationProjectView,
  MemberView,
  ProjectSummaryView,
  ProjectView,
  WorkspaceView,
} from './views.ts';
export { type Workspace, type WorkspaceSettings, workspaceStates } from './workspace.ts';
