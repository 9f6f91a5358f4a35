import type { Role, Scope } from '../../kernel/access.ts';

/**
 * Who may call each use case, written by hand from the pages of the contract and from nothing else: a declaration that
 * says otherwise fails the tests, and so does a use case that is not here.
 *
 * Of owner, admin, member and guest, in this order: `Y` may; `o` may do it to what is their own; `s` may by their
 * standing to the thing; `b` needs both; `n` gets as far as the thing, to which they never have the standing (so a thing
 * that they do not see is 404 to them, and not 403); `-` is refused before anything is looked for. `public or session`: a
 * session is read where it is sent, so an API key sent in its place is refused.
 */
export type ExpectedAccess = `roles ${string}` | 'public' | 'public or session' | 'account' | `key ${Scope}`;

/** Platform 4.3. */
const identity: Record<string, ExpectedAccess> = {
  registerAccount: 'public',
  login: 'public',
  refreshSession: 'public',
  verifyEmail: 'public',
  resendEmailVerification: 'public',
  signInWithApple: 'public',
  startAppleSignIn: 'public',
  startGoogleSignIn: 'public',
  finishAppleSignIn: 'public',
  signInWithGoogle: 'public',
  finishGoogleSignIn: 'public',
  redeemHandoff: 'public',
  forgotPassword: 'public',
  resetPassword: 'public',
  getMe: 'account',
  updateMe: 'account',
  deactivateAccount: 'account',
  listSessions: 'account',
  revokeSession: 'account',
  changePassword: 'account',
  requestEmailChange: 'account',
  confirmEmailChange: 'public',
  revertEmailChange: 'public',
  undoAddition: 'public',
  logout: 'account',
  logoutAll: 'account',
  revokeCurrentToken: 'account',
  reauthenticate: 'account',
  unlinkIdentity: 'account',
  // Second factors.
  listFactors: 'account',
  beginTotp: 'account',
  confirmTotp: 'account',
  passkeyRegistrationOptions: 'account',
  registerPasskey: 'account',
  renameFactor: 'account',
  removeFactor: 'account',
  renewRecoveryCodes: 'account',
  answerChallenge: 'public',
  passkeyAssertionOptions: 'public',
  signInWithPasskey: 'public',
  // Platform 4.5: an owner asks, an owner or the member cancels.
  requestFactorReset: 'roles Y---',
  cancelFactorReset: 'roles Yooo',
  switchWorkspace: 'account',
};

/** Platform 4.5, 4.6 and 4.9, with the table of section 6. */
const workspace: Record<string, ExpectedAccess> = {
  listWorkspaces: 'account',
  createWorkspace: 'account',
  getWorkspace: 'roles YYYY',
  // An admin changes all but the slug.
  updateWorkspace: 'roles Ys--',
  getSettings: 'roles YYY-',
  // An admin changes the defaults, the invite policy and the legal fields.
  updateSettings: 'roles Ys--',
  getSecondPerson: 'roles YY--',
  closeWorkspace: 'roles Y---',
  reopenWorkspace: 'roles Y---',
  listMembers: 'roles YYY-',
  getMember: 'roles YYYo',
  // An admin touches members and guests; everybody leaves.
  updateMember: 'roles Ys--',
  suspendMember: 'roles Ys--',
  reactivateMember: 'roles Ys--',
  removeMember: 'roles Ysss',
  // By the invite policy; members see and change those that they sent.
  listInvitations: 'roles YYb-',
  createInvitation: 'roles Yss-',
  resendInvitation: 'roles Ysb-',
  revokeInvitation: 'roles Ysb-',
  previewInvitation: 'public',
  acceptInvitation: 'account',
  declineInvitation: 'public',
  listIntegrationMembers: 'key members.read',
  listProjects: 'roles YYYY',
  createProject: 'roles YYY-',
  getProject: 'roles YYYY',
  updateProject: 'roles YYs-',
  archiveProject: 'roles YYs-',
  restoreProject: 'roles YYs-',
  setProjectMember: 'roles YYs-',
  removeProjectMember: 'roles YYss',
  listIntegrationProjects: 'key projects.read',
  listJobs: 'roles YY--',
  getJobSummary: 'roles YY--',
  getJob: 'roles YY--',
  replayJob: 'roles YY--',
  replayJobs: 'roles YY--',
  acknowledgeJob: 'roles YY--',
};

/** Platform 4.4 and 4.7. */
const integrations: Record<string, ExpectedAccess> = {
  getIntegrationWorkspace: 'key workspace.read',
  listApiKeys: 'roles YY--',
  createApiKey: 'roles Y---',
  getApiKey: 'roles YY--',
  updateApiKey: 'roles Y---',
  rotateApiKey: 'roles Y---',
  revokeApiKey: 'roles YY--',
};

/** Platform 4.8. */
const billing: Record<string, ExpectedAccess> = {
  listPlans: 'public',
  getCapabilities: 'roles YYYY',
  getBilling: 'roles YY--',
  createCheckout: 'roles Y---',
  openPortal: 'roles Y---',
  changePlan: 'roles Y---',
  cancelSubscription: 'roles Y---',
  resumeSubscription: 'roles Y---',
  receiveStripeEvent: 'public',
};

/** Platform 4.2: each their own, guests none. */
const uploads: Record<string, ExpectedAccess> = {
  createUploadSession: 'roles ooo-',
  getUploadSession: 'roles ooo-',
  storeUploadChunk: 'roles ooo-',
  completeUploadSession: 'roles ooo-',
  listUploadSessions: 'roles ooo-',
  abortUploadSession: 'roles ooo-',
};

/** Platform 4.9. */
const webhooks: Record<string, ExpectedAccess> = {
  createWebhookEndpoint: 'roles YY--',
  listWebhookEndpoints: 'roles YY--',
  getWebhookEndpoint: 'roles YY--',
  updateWebhookEndpoint: 'roles YY--',
  deleteWebhookEndpoint: 'roles YY--',
  rotateWebhookSecret: 'roles YY--',
  testWebhookEndpoint: 'roles YY--',
  recoverWebhookDeliveries: 'roles YY--',
  listWebhookDeliveries: 'roles YY--',
  getWebhookDelivery: 'roles YY--',
  redeliverWebhook: 'roles YY--',
};

/** Documents 4.1 and 8. */
const documents: Record<string, ExpectedAccess> = {
  listDocuments: 'roles YYYY',
  createDocumentFolder: 'roles YYY-',
  updateDocumentFolder: 'roles YYs-',
  archiveDocumentFolder: 'roles YYs-',
  uploadDocument: 'roles YYY-',
  createDocumentFromUpload: 'roles YYY-',
  getDocument: 'roles YYYY',
  updateDocument: 'roles YYsn',
  getDocumentContent: 'roles YYYY',
  trashDocument: 'roles YYsn',
  restoreDocument: 'roles YYsn',
  // For owners and admins alone.
  purgeDocument: 'roles YY--',
  createDocumentShare: 'roles YYsn',
  revokeDocumentShare: 'roles YYsn',
  getDocumentShare: 'public',
  getDocumentShareContent: 'public',
};

/** Lifecycle 4.1 and 9: types and policies are made by owners and admins. */
const lifecycle: Record<string, ExpectedAccess> = {
  getLifecycleDashboard: 'roles YYY-',
  exportLifecycles: 'roles YYY-',
  saveLifecycleView: 'roles YYY-',
  deleteLifecycleView: 'roles YYY-',
  // Each document by the rule of its own call.
  changeDocumentsInBulk: 'roles YYY-',
  listLifecycleMembers: 'roles YYY-',
  listPolicyTargets: 'roles YY--',
  getLifecycleSettings: 'roles YY--',
  updateLifecycleSettings: 'roles YY--',
  acknowledgeLifecycleRisk: 'roles YYs-',
  listDocumentTypes: 'roles YYY-',
  createDocumentType: 'roles YY--',
  updateDocumentType: 'roles YY--',
  listExpirationPolicies: 'roles YYY-',
  createExpirationPolicy: 'roles YY--',
  updateExpirationPolicy: 'roles YY--',
  // On a document by who keeps it in force; everywhere else by owners and admins.
  assignExpirationPolicy: 'roles YYs-',
  unassignExpirationPolicy: 'roles YY--',
  getDocumentLifecycle: 'roles YYYY',
  configureDocumentLifecycle: 'roles YYs-',
  calculateDocumentLifecycle: 'roles YYs-',
  confirmDocumentExpiration: 'roles YYs-',
  verifyDocumentIdentity: 'roles YYs-',
  startDocumentExtraction: 'roles YYs-',
  listDocumentEvidence: 'roles YYY-',
  reviewEvidence: 'roles YYs-',
  listDocumentEvents: 'roles YYYY',
  getLifecycleOperations: 'roles YYY-',
  searchDocuments: 'roles YYY-',
  getPolicyPrecedence: 'roles YYY-',
  // Holds are placed and released by owners and admins; whoever sees the document sees that there is one.
  setDocumentLegalHold: 'roles YY--',
  listLegalHolds: 'roles YYYY',
  placeLegalHold: 'roles YY--',
  releaseLegalHold: 'roles YY--',
  listLifecycleWebhooks: 'roles YY--',
  createLifecycleWebhook: 'roles YY--',
  getLifecycleWorkerHealth: 'roles YYY-',
  planLifecycleActions: 'roles YY--',
  createLifecycleAction: 'roles YY--',
  replayLifecycleAction: 'roles YY--',
  acknowledgeLifecycleAction: 'roles YY--',
  listRetentionCandidates: 'roles YY--',
  reviewRetentionCandidate: 'roles YY--',
  listRenewals: 'roles YYY-',
  openRenewal: 'roles YYs-',
  updateRenewal: 'roles YYs-',
  approveReplacement: 'roles YYs-',
  scheduleReviewMeeting: 'roles YYs-',
};

/** Documents 4.2 and 8: prepared by those who may edit, sent by those who manage. */
const signing: Record<string, ExpectedAccess> = {
  setDocumentFields: 'roles YYsn',
  setDocumentSigners: 'roles YYsn',
  sendDocument: 'roles YYsn',
  remindSigner: 'roles YYsn',
  createSigningLink: 'roles YYsn',
  updateSigner: 'roles YYsn',
  voidDocument: 'roles YYsn',
  sealDocument: 'roles YYsn',
  getSigningCertificate: 'roles YYYY',
  verifyDocument: 'public',
  // Whoever holds the link of a signer.
  getSigningLink: 'public',
  getSigningContent: 'public',
  completeSigning: 'public',
  sendSigningCode: 'public',
  verifySigningCode: 'public',
  declineSigning: 'public',
};

/** Documents 4.5 and 8: who owns a request changes, sends and reviews it. */
const fileRequests: Record<string, ExpectedAccess> = {
  listFileRequests: 'roles YYY-',
  createFileRequest: 'roles YYY-',
  listFileRequestTemplates: 'roles YYY-',
  createFileRequestTemplate: 'roles YYY-',
  updateFileRequestTemplate: 'roles YYo-',
  getFileRequest: 'roles YYY-',
  updateFileRequest: 'roles YYo-',
  sendFileRequest: 'roles YYo-',
  remindFileRequest: 'roles YYo-',
  reviewClientUpload: 'roles YYo-',
  getClientUploadContent: 'roles YYY-',
  // Whoever holds the link of a client.
  getClientFileRequest: 'public',
  uploadClientFile: 'public',
  getClientFileContent: 'public',
};

/** Meetings 9 and 11. */
const meetings: Record<string, ExpectedAccess> = {
  listIntegrationMeetings: 'key meetings.read',
  createIntegrationMeeting: 'key meetings.write',
  // Integration rule 6: reading needs one scope, changing what the key itself made the other.
  getIntegrationMeeting: 'key meetings.read',
  updateIntegrationMeeting: 'key meetings.write',
  cancelIntegrationMeeting: 'key meetings.write',
  createMeeting: 'roles YYY-',
  createInstantMeeting: 'roles YYY-',
  openPersonalRoom: 'roles YYY-',
  // Every meeting of the workspace, with all, is for owners and admins.
  listMeetings: 'roles YYss',
  listInviteOptions: 'roles YYY-',
  getMeeting: 'roles YYYY',
  listOccurrences: 'roles YYYY',
  getAgenda: 'roles YYYY',
  updateMeeting: 'roles sssn',
  updateOccurrence: 'roles sssn',
  cancelMeeting: 'roles YYsn',
  duplicateMeeting: 'roles sssn',
  startMeeting: 'roles sssn',
  endSession: 'roles YYsn',
  listMeetingActivity: 'roles YYsn',
  createMeetingInvitation: 'roles sssn',
  updateMeetingInvitation: 'roles sssn',
  revokeMeetingInvitation: 'roles sssn',
  resendMeetingInvitation: 'roles sssn',
  listMeetingInvitations: 'roles ssss',
  respondToMeetingInvitation: 'public or session',
  previewMeetingInvitation: 'public',
  getCalendarFile: 'public or session',
  resolveJoinCode: 'public',
  checkPasscode: 'public',
  getWebinar: 'public',
  registerForWebinar: 'public',
  requestAdmission: 'public or session',
  getAdmission: 'public',
  keepAdmission: 'public',
  leaveAdmission: 'public',
  getRegistration: 'public',
  cancelRegistration: 'public',
  listAdmissions: 'roles sssn',
  decideOnAdmission: 'roles sssn',
  admitAll: 'roles sssn',
  lockSession: 'roles sssn',
  listAttendance: 'roles YYsn',
  exportAttendance: 'roles YYsn',
  receiveConferenceEvents: 'public',
  listRegistrations: 'roles YYsn',
  decideRegistration: 'roles YYsn',
  exportRegistrations: 'roles YYsn',
  remindInvitees: 'roles sssn',
  listMeetingTemplates: 'roles YYY-',
  // A meeting is copied by those who may duplicate it; templates of the workspace are made by owners and admins.
  createMeetingTemplate: 'roles sss-',
  deleteMeetingTemplate: 'roles YYo-',
  listAvailabilityBlocks: 'roles YYY-',
  createAvailabilityBlock: 'roles YYY-',
  deleteAvailabilityBlock: 'roles YYY-',
  checkAvailability: 'roles YYY-',
  previewRecurrence: 'roles YYY-',
  listCalendarFeeds: 'roles YYY-',
  createCalendarFeed: 'roles YYY-',
  deleteCalendarFeed: 'roles YYY-',
  readCalendarFeed: 'public',
  receiveItip: 'public',
};

/** Records 9; guests see what is in their own cases. */
const records: Record<string, ExpectedAccess> = {
  listSubjects: 'roles YYYY',
  getSubject: 'roles YYYY',
  createSubject: 'roles YYY-',
  checkSubjectDuplicates: 'roles YYY-',
  updateSubject: 'roles YYs-',
  addSubjectIdentifier: 'roles YYs-',
  voidSubjectIdentifier: 'roles YYs-',
  listAuditEvents: 'roles YYYY',
  verifyAuditLedger: 'roles YYs-',
  listAuditCheckpoints: 'roles YYs-',
  createAuditCheckpoint: 'roles YYs-',
  getLatestAuditCheckpoint: 'roles YYs-',
  addAuditCosignature: 'roles YYs-',
  getAuditEventProof: 'roles YYs-',
  getAuditConsistency: 'roles YYs-',
  exportAuditEvents: 'roles YYs-',
  runIntegrityCheck: 'roles YYs-',
  listIntegrityChecks: 'roles YYs-',
  getAuditLogKeys: 'public',
  linkEntryAttachment: 'roles sss-',
  uploadEntryAttachment: 'roles sss-',
  attachUploadToEntry: 'roles sss-',
  getEntryAttachmentContent: 'roles ssss',
  removeEntryAttachment: 'roles sss-',
  createEncounter: 'roles sss-',
  getEncounter: 'roles YYYY',
  updateEncounter: 'roles sss-',
  createFollowUp: 'roles sss-',
  promoteRecordSource: 'roles sss-',
  listIntegrationOptions: 'roles sss-',
  listFollowUps: 'roles YYYY',
  searchRecords: 'roles YYYY',
  updateFollowUp: 'roles sss-',
  mergeSubject: 'roles YYs-',
  reverseSubjectMerge: 'roles YYs-',
  createCase: 'roles Yss-',
  getCase: 'roles YYYY',
  getCaseBundle: 'roles YYY-',
  listRecordTemplates: 'roles YYYY',
  createRecordTemplate: 'roles YYs-',
  createRecordTemplateVersion: 'roles YYs-',
  updateRecordTemplate: 'roles YYs-',
  createEntry: 'roles sss-',
  listCaseEntries: 'roles YYYY',
  batchFinalizeEntries: 'roles YYY-',
  getEntry: 'roles YYYY',
  updateEntryDraft: 'roles sss-',
  submitEntry: 'roles sss-',
  returnEntry: 'roles ssss',
  approveEntry: 'roles ssss',
  finalizeEntry: 'roles sss-',
  markEntryInError: 'roles sss-',
  addEntryAddendum: 'roles ssss',
  coSignEntry: 'roles ssss',
  createAmendment: 'roles YYss',
  decideAmendment: 'roles ssss',
  listAmendments: 'roles YYYY',
  getRecordsDashboard: 'roles YYYY',
  listCases: 'roles YYYY',
  updateCase: 'roles sss-',
  transitionCase: 'roles YYs-',
  transferCase: 'roles YYs-',
  decideCaseTransfer: 'roles YYY-',
  addCaseMember: 'roles YYs-',
  removeCaseMember: 'roles YYs-',
  addCaseSubject: 'roles YYs-',
  endCaseSubject: 'roles YYs-',
};

/** Governance 11. */
const governance: Record<string, ExpectedAccess> = {
  getGovernanceOverview: 'roles YYs-',
  getRecordReport: 'roles YYs-',
  getRecordWorkload: 'roles YYY-',
  updateRecordSettings: 'roles Ys--',
  setMemberRecordAccess: 'roles Ys--',
  listRecordAccess: 'roles YYYY',
  createTemporaryAccess: 'roles YYY-',
  revokeTemporaryAccess: 'roles ssss',
  startBreakGlass: 'roles YYY-',
  getBreakGlass: 'roles YYs-',
  endBreakGlass: 'roles sss-',
  reviewBreakGlass: 'roles sss-',
  drillBreakGlass: 'roles YYs-',
  listRecordConsents: 'roles YYss',
  createRecordConsent: 'roles YYs-',
  getRecordConsent: 'roles YYss',
  revokeRecordConsent: 'roles sss-',
  listDisclosures: 'roles YYY-',
  createDisclosureAuthorization: 'roles YYs-',
  decideDisclosureAuthorization: 'roles sss-',
  createReleasePackage: 'roles sss-',
  getReleasePackage: 'roles YYY-',
  approveReleasePackage: 'roles sss-',
  releaseReleasePackage: 'roles sss-',
  revokeReleasePackage: 'roles sss-',
  createPortalLink: 'roles sss-',
  listAccountingOfDisclosures: 'roles YYs-',
  listRetention: 'roles YYY-',
  createDispositionReview: 'roles sss-',
  decideDispositionReview: 'roles Yss-',
  executeDispositionReview: 'roles Yss-',
  getDispositionCertificate: 'roles Yss-',
  createRetentionPolicy: 'roles Yss-',
  activateRetentionPolicy: 'roles Yss-',
  assignRetentionPolicy: 'roles Yss-',
  placeRecordHold: 'roles Yss-',
  releaseRecordHold: 'roles Yss-',
  listRecordWebhooks: 'roles YYs-',
  createRecordWebhook: 'roles YY--',
  setRecordWebhookActive: 'roles YY--',
  deleteRecordWebhook: 'roles YY--',
  testRecordWebhook: 'roles YY--',
  listRecordWorkerActions: 'roles YYs-',
  replayRecordWorkerAction: 'roles YY--',
  acknowledgeRecordWorkerAction: 'roles YY--',
  listRecordIntelligence: 'roles YYYY',
  runRecordIntelligence: 'roles sss-',
  reviewRecordIntelligence: 'roles sss-',
  listIndustryPacks: 'roles YYY-',
  createIndustryPack: 'roles YY--',
  adoptIndustryPack: 'roles YY--',
  getPortal: 'public',
  decidePortalConsent: 'public',
  listPortalPackages: 'public',
  getPortalPackage: 'public',
  getPortalAttachmentContent: 'public',
  exportPortalPackage: 'public',
  addPortalInteraction: 'public',
};

export const expectedAccess: Readonly<Record<string, Readonly<Record<string, ExpectedAccess>>>> = {
  identity,
  workspace,
  integrations,
  billing,
  uploads,
  webhooks,
  meetings,
  documents,
  lifecycle,
  signing,
  fileRequests,
  records,
  governance,
};

/** An endpoint with the input, as far as the permission looks at it, and who may: one mark for each standing. */
export interface ExpectedOnThing {
  readonly endpoint: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly status?: string;
  readonly marks: string;
}

export const meetingStandings = ['admin', 'host', 'co_host', 'invited', 'other', 'workspace_guest'] as const;

/** Meetings 11: of those who see the meeting, so that `other` is a member whom a meeting of the workspace is open to. */
export const expectedOnMeetings: readonly ExpectedOnThing[] = [
  { endpoint: 'getMeeting', marks: 'YYYYYY' },
  { endpoint: 'listOccurrences', marks: 'YYYYYY' },
  { endpoint: 'updateMeeting', marks: '-Y----' },
  { endpoint: 'updateOccurrence', input: { title: 'Other' }, marks: '-Y----' },
  { endpoint: 'updateOccurrence', input: { status: 'scheduled' }, marks: '-Y----' },
  { endpoint: 'updateOccurrence', input: { status: 'cancelled' }, marks: 'YY----' },
  { endpoint: 'duplicateMeeting', marks: '-YY---' },
  { endpoint: 'createMeetingTemplate', input: { scope: 'personal' }, marks: '-YY---' },
  { endpoint: 'cancelMeeting', marks: 'YY----' },
  { endpoint: 'startMeeting', marks: '-YY---' },
  { endpoint: 'endSession', marks: 'YYY---' },
  { endpoint: 'createMeetingInvitation', marks: '-YY---' },
  { endpoint: 'resendMeetingInvitation', marks: '-YY---' },
  { endpoint: 'revokeMeetingInvitation', marks: '-YY---' },
  { endpoint: 'updateMeetingInvitation', marks: '-Y----' },
  { endpoint: 'listAdmissions', marks: '-YY---' },
  { endpoint: 'decideOnAdmission', marks: '-YY---' },
  { endpoint: 'admitAll', marks: '-YY---' },
  { endpoint: 'lockSession', marks: '-YY---' },
  { endpoint: 'listMeetingActivity', marks: 'YYY---' },
  { endpoint: 'listAttendance', marks: 'YYY---' },
  { endpoint: 'exportAttendance', marks: 'YYY---' },
  { endpoint: 'listRegistrations', marks: 'YYY---' },
  { endpoint: 'decideRegistration', marks: 'YYY---' },
  { endpoint: 'exportRegistrations', marks: 'YYY---' },
  { endpoint: 'remindInvitees', marks: '-YY---' },
];

/** MTG-49, with the invitees' mark for a guest list that is hidden, for members, for everyone; in the same order. */
export const expectedOnGuestList: Readonly<Record<'hidden' | 'members' | 'everyone', string>> = {
  hidden: '-YY---',
  members: '-YYY--',
  everyone: '-YYY-Y',
};

export const projectStandings = ['owner', 'admin', 'lead', 'contributor', 'viewer', 'onlooker'] as const;

/** Platform 6: edit, archive, restore, members of project; everybody leaves. */
export const expectedOnProjects: readonly ExpectedOnThing[] = [
  { endpoint: 'updateProject', marks: 'YYY---' },
  { endpoint: 'archiveProject', marks: 'YYY---' },
  { endpoint: 'restoreProject', marks: 'YYY---' },
  { endpoint: 'setProjectMember', marks: 'YYY---' },
  { endpoint: 'removeProjectMember', input: { userId: 'usr_other' }, marks: 'YYY---' },
  { endpoint: 'removeProjectMember', input: { userId: 'usr_caller' }, marks: 'YYYYYY' },
];

export const documentStandings = ['owner', 'admin', 'doc owner', 'editor', 'viewer', 'guest'] as const;

/** Documents 8: rename, describe, tag, move; owner, visibility, access list; trash, restore; purge; share, revoke. */
export const expectedOnDocuments: readonly (ExpectedOnThing & {
  readonly status?: string;
  readonly context?: string;
})[] = [
  { endpoint: 'updateDocument', input: { name: 'Other' }, marks: 'YYYY--' },
  { endpoint: 'updateDocument', input: { ownerUserId: 'usr_other' }, marks: 'YYY---' },
  { endpoint: 'updateDocument', input: { visibility: 'restricted' }, marks: 'YYY---' },
  { endpoint: 'updateDocument', input: { accessList: '' }, marks: 'YYY---' },
  { endpoint: 'updateDocument', input: { deadlineAt: '' }, marks: 'YYY---' },
  { endpoint: 'trashDocument', marks: 'YYY---' },
  { endpoint: 'restoreDocument', status: 'trashed', marks: 'YYY---' },
  { endpoint: 'restoreDocument', status: 'quarantined', marks: 'YY----' },
  { endpoint: 'purgeDocument', marks: 'YY----' },
  { endpoint: 'createDocumentShare', marks: 'YYY---' },
  { endpoint: 'revokeDocumentShare', marks: 'YYY---' },
  { context: 'signing', endpoint: 'setDocumentSigners', marks: 'YYYY--' },
  { context: 'signing', endpoint: 'setDocumentFields', marks: 'YYYY--' },
  { context: 'signing', endpoint: 'sendDocument', marks: 'YYY---' },
  { context: 'signing', endpoint: 'remindSigner', marks: 'YYY---' },
  { context: 'signing', endpoint: 'createSigningLink', marks: 'YYY---' },
  { context: 'signing', endpoint: 'updateSigner', marks: 'YYY---' },
  { context: 'signing', endpoint: 'voidDocument', marks: 'YYY---' },
  { context: 'signing', endpoint: 'sealDocument', marks: 'YYY---' },
];

export const lifecycleStandings = ['owner', 'admin', 'doc owner', 'lifecycle owner', 'onlooker'] as const;

/** Lifecycle 9: configure, and put a policy on a document. */
export const expectedOnLifecycles: readonly ExpectedOnThing[] = [
  { endpoint: 'configureDocumentLifecycle', marks: 'YYYY-' },
  { endpoint: 'calculateDocumentLifecycle', marks: 'YYYY-' },
  { endpoint: 'confirmDocumentExpiration', marks: 'YYYY-' },
  { endpoint: 'openRenewal', marks: 'YYYY-' },
  { endpoint: 'scheduleReviewMeeting', marks: 'YYYY-' },
  { endpoint: 'acknowledgeLifecycleRisk', marks: 'YYYY-' },
  { endpoint: 'verifyDocumentIdentity', marks: 'YYYY-' },
  { endpoint: 'startDocumentExtraction', marks: 'YYYY-' },
  { endpoint: 'reviewEvidence', marks: 'YYYY-' },
  { endpoint: 'assignExpirationPolicy', input: { scope: 'document' }, marks: 'YYYY-' },
  { endpoint: 'assignExpirationPolicy', input: { scope: 'workspace' }, marks: 'YY---' },
];

export const renewalStandings = [
  'owner',
  'admin',
  'doc owner',
  'lifecycle owner',
  'case owner',
  'submitter',
  'onlooker',
] as const;

/** Lifecycle 3.3 and 9: work on a renewal, take a submission back, end or reopen it, and approve. */
export const expectedOnRenewals: readonly ExpectedOnThing[] = [
  { endpoint: 'updateRenewal', input: { action: 'start' }, marks: 'YYYYY--' },
  { endpoint: 'updateRenewal', input: { action: 'assign' }, marks: 'YYYYY--' },
  { endpoint: 'updateRenewal', input: { action: 'submit_replacement' }, marks: 'YYYYY--' },
  { endpoint: 'updateRenewal', input: { action: 'withdraw_replacement' }, marks: 'YYYY-Y-' },
  { endpoint: 'updateRenewal', input: { action: 'close_not_renewed' }, marks: 'YYYY---' },
  { endpoint: 'updateRenewal', input: { action: 'cancel' }, marks: 'YYYY---' },
  { endpoint: 'updateRenewal', input: { action: 'reopen' }, marks: 'YYYY---' },
  { endpoint: 'approveReplacement', marks: 'YYY----' },
];

export const subjectStandings = [
  'owner',
  'admin',
  'creator',
  'creator of a subject with a case',
  'viewer',
  'reviewer',
  'contributor',
  'lead',
  'records manager',
  'onlooker',
] as const;

/** Records 9 and 5.1: change a subject, and put it into the archive and take it out. */
export const expectedOnSubjects: readonly ExpectedOnThing[] = [
  { endpoint: 'updateSubject', marks: 'YYY---YY--' },
  { endpoint: 'updateSubject', input: { status: 'inactive' }, marks: 'YYY---YY--' },
  { endpoint: 'updateSubject', input: { status: 'archived' }, marks: 'YY------Y-' },
  { endpoint: 'updateSubject', input: { status: 'archived', pronouns: 'x' }, marks: 'YY--------' },
  { endpoint: 'updateSubject', input: { status: 'active' }, status: 'archived', marks: 'YY-----Y--' },
  { endpoint: 'addSubjectIdentifier', marks: 'YYY---YY--' },
  { endpoint: 'voidSubjectIdentifier', marks: 'YYY---YY--' },
];

export const caseStandings = [
  'owner',
  'admin',
  'viewer',
  'reviewer',
  'contributor',
  'lead',
  'records manager',
  'onlooker',
] as const;

/** Records 9 and 5.2: change a case, link subjects, look after members, and move it to another status. */
export const expectedOnCases: readonly ExpectedOnThing[] = [
  { endpoint: 'updateCase', marks: 'YY---Y--' },
  { endpoint: 'addCaseSubject', marks: 'YY--YY--' },
  { endpoint: 'endCaseSubject', marks: 'YY--YY--' },
  { endpoint: 'addCaseMember', marks: 'YY---Y--' },
  { endpoint: 'transferCase', marks: 'YY---Y--' },
  { endpoint: 'removeCaseMember', marks: 'YY---Y--' },
  { endpoint: 'transitionCase', input: { status: 'on_hold' }, marks: 'YY---Y--' },
  { endpoint: 'transitionCase', input: { status: 'closed' }, marks: 'YY---Y--' },
  { endpoint: 'transitionCase', input: { status: 'active' }, status: 'closed', marks: 'YY---Y--' },
  { endpoint: 'transitionCase', input: { status: 'archived' }, status: 'closed', marks: 'YY----Y-' },
  { endpoint: 'transitionCase', input: { status: 'closed' }, status: 'archived', marks: 'YY----Y-' },
];

/** Those on the case of an entry, and the author as one of its contributors. */
export const entryStandings = [...caseStandings, 'author'] as const;

/** Records 5.4, 5.5 and 9: write, submit and sign, review, mark as entered in error, and the templates. */
export const expectedOnEntries: readonly ExpectedOnThing[] = [
  { endpoint: 'createEntry', marks: '----YY--Y' },
  { endpoint: 'updateEntryDraft', marks: '----YY--Y' },
  { endpoint: 'submitEntry', marks: '----YY--Y' },
  { endpoint: 'finalizeEntry', marks: '----YY--Y' },
  { endpoint: 'linkEntryAttachment', marks: '----YY--Y' },
  { endpoint: 'uploadEntryAttachment', marks: '----YY--Y' },
  { endpoint: 'attachUploadToEntry', marks: '----YY--Y' },
  { endpoint: 'removeEntryAttachment', marks: '----YY--Y' },
  { endpoint: 'getEntryAttachmentContent', marks: '--YYYY--Y' },
  { endpoint: 'returnEntry', marks: '---Y-Y--Y' },
  { endpoint: 'approveEntry', marks: '---YYY--Y' },
  { endpoint: 'markEntryInError', marks: '-----Y--Y' },
  { endpoint: 'addEntryAddendum', marks: '---YYY--Y' },
  { endpoint: 'createAmendment', marks: 'YYYYYY--Y' },
  { endpoint: 'coSignEntry', input: { action: 'request' }, marks: '-----Y--Y' },
  { endpoint: 'coSignEntry', input: { action: 'sign' }, marks: 'YYYYYYYYY' },
  { endpoint: 'createRecordTemplate', marks: 'YY----Y--' },
  { endpoint: 'createRecordTemplateVersion', marks: 'YY----Y--' },
  { endpoint: 'updateRecordTemplate', marks: 'YY----Y--' },
];

/** Those on the case of a request, and whoever recorded it as one of its viewers. */
export const amendmentStandings = [...caseStandings, 'requester'] as const;

/** Records 5.7: decide a request, record what is stated after a denial, and withdraw it. */
export const expectedOnAmendments: readonly ExpectedOnThing[] = [
  { endpoint: 'decideAmendment', input: { decision: 'accept' }, marks: '---Y-Y---' },
  { endpoint: 'decideAmendment', input: { decision: 'partially_accept' }, marks: '---Y-Y---' },
  { endpoint: 'decideAmendment', input: { decision: 'deny' }, marks: '---Y-Y---' },
  { endpoint: 'decideAmendment', input: { decision: 'extend' }, marks: '---Y-Y---' },
  { endpoint: 'decideAmendment', input: { decision: 'record_disagreement' }, marks: '---YYY---' },
  { endpoint: 'decideAmendment', input: { decision: 'record_rebuttal' }, marks: '---Y-Y---' },
  { endpoint: 'decideAmendment', input: { decision: 'withdraw' }, marks: '-----Y--Y' },
  {
    endpoint: 'decideAmendment',
    input: { decision: 'withdraw' },
    status: 'accepted',
    marks: '-----Y---',
  },
];

export const consentStandings = [
  'owner',
  'admin',
  'creator',
  'reviewer',
  'contributor',
  'lead',
  'privacy officer',
  'viewer',
  'onlooker',
] as const;

/** Governance 11 and 5.1: read and write the consents of a subject. */
export const expectedOnConsents: readonly ExpectedOnThing[] = [
  { endpoint: 'listRecordConsents', marks: 'YYYYYYY--' },
  { endpoint: 'getRecordConsent', marks: 'YYYYYYY--' },
  { endpoint: 'createRecordConsent', marks: 'YYY-YYY--' },
  { endpoint: 'revokeRecordConsent', input: { enteredInError: false }, marks: 'YYY-YYY--' },
  { endpoint: 'revokeRecordConsent', input: { enteredInError: true }, marks: '-----YY--' },
];

export const disclosureStandings = [
  'owner',
  'admin',
  'viewer',
  'reviewer',
  'contributor',
  'lead',
  'privacy officer',
  'requester',
  'preparer',
  'preparer who left the case',
] as const;

/** Governance 11, 5.2 and 5.3: ask for disclosures, decide on them, and prepare, approve, release and revoke packages. */
export const expectedOnDisclosures: readonly ExpectedOnThing[] = [
  { endpoint: 'createDisclosureAuthorization', marks: 'YY--YYY-Y-' },
  { endpoint: 'decideDisclosureAuthorization', input: { decision: 'approve' }, marks: '-----YY---' },
  { endpoint: 'decideDisclosureAuthorization', input: { decision: 'deny' }, marks: '-----YY---' },
  { endpoint: 'decideDisclosureAuthorization', input: { decision: 'revoke' }, marks: '-----YYY--' },
  { endpoint: 'createReleasePackage', marks: '----YYY-Y-' },
  { endpoint: 'approveReleasePackage', marks: '-----YY---' },
  { endpoint: 'releaseReleasePackage', marks: '-----YY-Y-' },
  { endpoint: 'revokeReleasePackage', marks: '-----YY-Y-' },
  { endpoint: 'createPortalLink', marks: '-----YY-Y-' },
];

export const accountingStandings = [
  'owner',
  'admin',
  'contributor',
  'lead',
  'auditor',
  'privacy officer',
] as const;

/** Governance 11: account for the disclosures about a subject. */
export const expectedOnAccounting: readonly ExpectedOnThing[] = [
  { endpoint: 'listAccountingOfDisclosures', marks: 'YY-YYY' },
];

export const accessStandings = [
  'owner',
  'admin',
  'grantor',
  'grantee',
  'lead',
  'privacy officer',
  'onlooker',
] as const;

/** Governance 5.5: revoke access that was given for a time. */
export const expectedOnGrants: readonly ExpectedOnThing[] = [
  { endpoint: 'revokeTemporaryAccess', marks: '--YYYY-' },
];

export const emergencyStandings = [
  'manager',
  'holder',
  'privacy officer',
  'owner as fallback',
  'admin as fallback',
  'lead',
  'onlooker',
] as const;

/** Governance 5.6: read, end and review what somebody opened in an emergency. */
export const expectedOnEmergencies: readonly ExpectedOnThing[] = [
  { endpoint: 'getBreakGlass', marks: 'YYY--Y-' },
  { endpoint: 'endBreakGlass', marks: '-YY----' },
  { endpoint: 'reviewBreakGlass', marks: '-YYYY--' },
];

export const governanceStandings = [
  'owner',
  'admin',
  'privacy officer',
  'records manager',
  'auditor',
  'member',
] as const;

/** Governance 11: what is asked for in the whole workspace. */
export const expectedOnGovernance: readonly (ExpectedOnThing & { readonly context?: 'records' })[] = [
  { endpoint: 'getGovernanceOverview', marks: 'YYYYY-' },
  { endpoint: 'getRecordReport', marks: 'YYYYY-' },
  { endpoint: 'updateRecordSettings', marks: 'Y-Y---' },
  { endpoint: 'setMemberRecordAccess', marks: 'Y-Y---' },
  { endpoint: 'drillBreakGlass', marks: 'YYYYY-' },
  { endpoint: 'listRecordWebhooks', marks: 'YY--Y-' },
  { endpoint: 'listRecordWorkerActions', marks: 'YY--Y-' },
  { endpoint: 'createDispositionReview', marks: '---Y--' },
  { endpoint: 'decideDispositionReview', input: { decision: 'approve' }, marks: 'Y-YY--' },
  { endpoint: 'executeDispositionReview', marks: 'Y--Y--' },
  { endpoint: 'getDispositionCertificate', marks: 'Y-YYY-' },
  { endpoint: 'createRetentionPolicy', marks: 'Y--Y--' },
  { endpoint: 'activateRetentionPolicy', marks: 'Y--Y--' },
  { endpoint: 'assignRetentionPolicy', marks: 'Y--Y--' },
  { context: 'records', endpoint: 'createCase', marks: 'YYYYYY' },
  { context: 'records', endpoint: 'createCase', input: { retentionPolicyId: 'policy' }, marks: 'Y--Y--' },
  { endpoint: 'placeRecordHold', marks: 'Y-YY--' },
  { endpoint: 'releaseRecordHold', marks: 'Y-YY--' },
];

export const ledgerStandings = [...governanceStandings, 'lead'] as const;

/** Records 9 and governance 11: whether the ledger, and what it is about, is whole. */
export const expectedOnLedger: readonly ExpectedOnThing[] = [
  { endpoint: 'verifyAuditLedger', marks: 'YYY-Y--' },
  { endpoint: 'listAuditCheckpoints', marks: 'YYY-Y--' },
  { endpoint: 'createAuditCheckpoint', marks: 'YYY-Y--' },
  { endpoint: 'getLatestAuditCheckpoint', marks: 'YYY-Y--' },
  { endpoint: 'addAuditCosignature', marks: 'YYY-Y--' },
  { endpoint: 'getAuditEventProof', marks: 'YYY-Y-Y' },
  { endpoint: 'getAuditConsistency', marks: 'YYY-Y--' },
  { endpoint: 'exportAuditEvents', marks: 'YYY-Y--' },
  { endpoint: 'runIntegrityCheck', marks: 'YYY-Y--' },
  { endpoint: 'listIntegrityChecks', marks: 'YYY-Y--' },
];

export const folderStandings = ['owner', 'admin', 'creator', 'onlooker'] as const;

/** Documents 8: archive and rename a folder. */
export const expectedOnFolders: readonly ExpectedOnThing[] = [
  { endpoint: 'updateDocumentFolder', marks: 'YYY-' },
  { endpoint: 'archiveDocumentFolder', marks: 'YYY-' },
];

/** WSP-2: by the caller's role, for a member who is owner, admin, member and guest; null: no such endpoint for the role. */
export const expectedOnMembers: Readonly<Record<Role, string>> = {
  owner: 'YYYY',
  admin: '--YY',
  member: '----',
  guest: '----',
};

/** WSP-2, WSP-3: by policy and caller's role, for an invitation as owner, admin, member and guest. */
export const expectedOnInvitations: Readonly<
  Record<'owners' | 'admins' | 'members', Readonly<Record<'owner' | 'admin' | 'member', string>>>
> = {
  owners: { owner: 'YYYY', admin: '----', member: '----' },
  admins: { owner: 'YYYY', admin: '--YY', member: '----' },
  members: { owner: 'YYYY', admin: '--YY', member: '--YY' },
};

/** For owners, or owners and admins, what only some of the input asks for. */
export const expectedByInput: readonly (ExpectedOnThing & { readonly context: string })[] = [
  { context: 'workspace', endpoint: 'updateWorkspace', input: { slug: 'other' }, marks: 'Y---' },
  { context: 'workspace', endpoint: 'updateWorkspace', input: { name: 'Other' }, marks: 'YYYY' },
  { context: 'workspace', endpoint: 'updateSettings', input: { apiKeysEnabled: false }, marks: 'Y---' },
  { context: 'workspace', endpoint: 'updateSettings', input: { secondPerson: 'required' }, marks: 'Y---' },
  { context: 'workspace', endpoint: 'updateSettings', input: { defaultLocale: 'de' }, marks: 'YYYY' },
  { context: 'workspace', endpoint: 'updateSettings', input: { invitePolicy: 'owners' }, marks: 'YYYY' },
  { context: 'meetings', endpoint: 'listMeetings', input: { all: true }, marks: 'YY--' },
  { context: 'meetings', endpoint: 'listMeetings', input: { all: false }, marks: 'YYYY' },
  { context: 'meetings', endpoint: 'createMeetingTemplate', input: { scope: 'workspace' }, marks: 'YY--' },
  { context: 'meetings', endpoint: 'createMeetingTemplate', input: { scope: 'personal' }, marks: 'YYYY' },
];

/** Whose the thing is decides for the roles marked `o`: their own, and nobody else's. */
export const expectedOwn: readonly { readonly context: string; readonly endpoint: string }[] = [
  { context: 'identity', endpoint: 'cancelFactorReset' },
  { context: 'workspace', endpoint: 'getMember' },
  { context: 'meetings', endpoint: 'deleteMeetingTemplate' },
  { context: 'fileRequests', endpoint: 'updateFileRequestTemplate' },
  { context: 'fileRequests', endpoint: 'updateFileRequest' },
  { context: 'fileRequests', endpoint: 'sendFileRequest' },
  { context: 'fileRequests', endpoint: 'remindFileRequest' },
  { context: 'fileRequests', endpoint: 'reviewClientUpload' },
];

/** What somebody is to two subjects that are to become one (REC-12). */
export const mergeStandings = [
  'owner',
  'admin',
  'lead of every case',
  'lead of one of two cases',
  'lead who sees no other case',
  'contributor',
  'creator of both',
  'onlooker',
] as const;
export const expectedOnMerges: readonly ExpectedOnThing[] = [
  { endpoint: 'mergeSubject', marks: 'YYY-Y---' },
  { endpoint: 'reverseSubjectMerge', marks: 'YYY-Y---' },
];

/** Records 5.3, 5.8 and 9: who writes encounters and follow-ups. */
export const workStandings = [
  'owner',
  'admin',
  'viewer',
  'reviewer',
  'contributor',
  'lead',
  'creator',
  'assignee',
  'onlooker',
] as const;
/** Governance 11: who has findings looked for, who decides about them, and who makes something of one. */
export const expectedOnIntelligence: readonly ExpectedOnThing[] = [
  { endpoint: 'runRecordIntelligence', marks: '----YY---' },
  { endpoint: 'reviewRecordIntelligence', input: { decisions: [] }, marks: '---YYY---' },
  {
    endpoint: 'reviewRecordIntelligence',
    input: { decisions: [{ createFollowUp: true }] },
    marks: '----YY---',
  },
];

export const expectedOnWork: readonly ExpectedOnThing[] = [
  { endpoint: 'createEncounter', marks: '----YY---' },
  { endpoint: 'updateEncounter', input: { outcome: 'Agreed' }, marks: '----YY---' },
  { endpoint: 'updateEncounter', input: { status: 'entered_in_error' }, marks: '-----YY--' },
  { endpoint: 'createFollowUp', marks: '----YY---' },
  { endpoint: 'promoteRecordSource', marks: '----YY---' },
  { endpoint: 'listIntegrationOptions', marks: '----YY---' },
  { endpoint: 'updateFollowUp', marks: '----YY-Y-' },
];
