import { Foundation0001 } from './0001-foundation.ts';
import { AuditLedger0002 } from './0002-audit-ledger.ts';
import { Sessions0004 } from './0004-sessions.ts';
import { Factors0005 } from './0005-factors.ts';
import { Invitations0006 } from './0006-invitations.ts';
import { Uploads0007 } from './0007-uploads.ts';
import { Jobs0008 } from './0008-jobs.ts';
import { Webhooks0009 } from './0009-webhooks.ts';
import { Billing0010 } from './0010-billing.ts';
import { Providers0011 } from './0011-providers.ts';
import { Closure0012 } from './0012-closure.ts';
import { Reseal0013 } from './0013-reseal.ts';
import { FormerMembers0014 } from './0014-former-members.ts';
import { SecurityLog0015 } from './0015-security-log.ts';
import { Meetings0020 } from './0020-meetings.ts';
import { MeetingMails0021 } from './0021-meeting-mails.ts';
import { MeetingLists0022 } from './0022-meeting-lists.ts';
import { HighestRoles0023 } from './0023-highest-roles.ts';
import { InvitationLinks0024 } from './0024-invitation-links.ts';
import { InstantsOfTheClock0025 } from './0025-instants-of-the-clock.ts';
import { Denials0026 } from './0026-denials.ts';
import { UndoneAdditions0027 } from './0027-undone-additions.ts';
import { Mail0028 } from './0028-mail.ts';
import { RowSecurityGaps0029 } from './0029-row-security-gaps.ts';
import { ReplyStamps0030 } from './0030-reply-stamps.ts';
import { RegistrantReminders0032 } from './0032-registrant-reminders.ts';
import { LaterAnswers0033 } from './0033-later-answers.ts';
import { KeyRoot0034 } from './0034-key-root.ts';
import { TextSearch0035 } from './0035-text-search.ts';
import { LinksAndRevisions0036 } from './0036-links-and-revisions.ts';
import { IncomingFiles0037 } from './0037-incoming-files.ts';
import { SealedAnswers0038 } from './0038-sealed-answers.ts';
import { RepliesToOrganizers0039 } from './0039-replies-to-organizers.ts';
import { Integrators0040 } from './0040-integrators.ts';
import { LockedRooms0042 } from './0042-locked-rooms.ts';
import { OperatingFigures0044 } from './0044-operating-figures.ts';
import { RequestRates0045 } from './0045-request-rates.ts';
import { ChunksInOneObject0047 } from './0047-chunks-in-one-object.ts';
import { TenantKeys0054 } from './0054-tenant-keys.ts';
import { Documents0063 } from './0063-documents.ts';
import { Signing0064 } from './0064-signing.ts';
import { SealKeys0066 } from './0066-seal-keys.ts';
import { DocumentShares0067 } from './0067-document-shares.ts';
import { DocumentVerifications0068 } from './0068-document-verifications.ts';
import { DocumentTallies0069 } from './0069-document-tallies.ts';
import { FileRequests0070 } from './0070-file-requests.ts';
import { DocumentsAtTheRoot0071 } from './0071-documents-at-the-root.ts';
import { EmbeddingOrigins0079 } from './0079-embedding-origins.ts';
import { TypesAndPolicies0080 } from './0080-types-and-policies.ts';
import { Lifecycles0081 } from './0081-lifecycles.ts';
import { LegalHolds0082 } from './0082-legal-holds.ts';
import { Calculations0083 } from './0083-calculations.ts';
import { LifecycleSettings0084 } from './0084-lifecycle-settings.ts';
import { SavedViews0085 } from './0085-saved-views.ts';
import { LifecycleActions0086 } from './0086-lifecycle-actions.ts';
import { SharesOfExpiredDocuments0087 } from './0087-shares-of-expired-documents.ts';
import { LifecycleSearch0088 } from './0088-lifecycle-search.ts';
import { LifecycleDigests0089 } from './0089-lifecycle-digests.ts';
import { Renewals0090 } from './0090-renewals.ts';
import { Retention0091 } from './0091-retention.ts';
import { HoldReviews0092 } from './0092-hold-reviews.ts';
import { ReviewMeetings0093 } from './0093-review-meetings.ts';
import { IdentityVerifications0096 } from './0096-identity-verifications.ts';
import { Extraction0097 } from './0097-extraction.ts';
import { EvidenceOfVerifications0098 } from './0098-evidence-of-verifications.ts';
import { Subjects0100 } from './0100-subjects.ts';
import { SubjectDuplicates0101 } from './0101-subject-duplicates.ts';
import { LabelledSubjects0102 } from './0102-labelled-subjects.ts';
import { AuditCheckpoints0104 } from './0104-audit-checkpoints.ts';
import { IntegrityChecks0105 } from './0105-integrity-checks.ts';
import { Cases0110 } from './0110-cases.ts';
import { CaseEnds0111 } from './0111-case-ends.ts';
import { SubjectMerges0120 } from './0120-subject-merges.ts';
import { Encounters0121 } from './0121-encounters.ts';
import { RecordKeys0130 } from './0130-record-keys.ts';
import { RecordTemplates0131 } from './0131-record-templates.ts';
import { Entries0132 } from './0132-entries.ts';
import { RecordSettings0150 } from './0150-record-settings.ts';
import { Consents0151 } from './0151-consents.ts';
import { Amendments0160 } from './0160-amendments.ts';
import { EntryLinks0161 } from './0161-entry-links.ts';
import { RecordReminders0162 } from './0162-record-reminders.ts';
import { EntryAttachments0164 } from './0164-entry-attachments.ts';
import { TemporaryAccess0168 } from './0168-temporary-access.ts';
import { CaseTransfers0169 } from './0169-case-transfers.ts';
import { Disclosures0172 } from './0172-disclosures.ts';
import { PortalDecisions0176 } from './0176-portal-decisions.ts';
import { RecordRetention0180 } from './0180-record-retention.ts';
import { Dispositions0181 } from './0181-dispositions.ts';
import { RecordSearch0185 } from './0185-record-search.ts';
import { IndustryPacks0190 } from './0190-industry-packs.ts';
import { Intelligence0191 } from './0191-intelligence.ts';
import { RecordPromotions0194 } from './0194-record-promotions.ts';
import { AcceptedUploads0195 } from './0195-accepted-uploads.ts';
import { ReportIndexes0197 } from './0197-report-indexes.ts';
import { BacklogIndexes0198 } from './0198-backlog-indexes.ts';
import { UnsignedDigests0199 } from './0199-unsigned-digests.ts';
import { FileRequestLists0200 } from './0200-file-request-lists.ts';
import { EndedUploads0201 } from './0201-ended-uploads.ts';
import { DisposedPersons0202 } from './0202-disposed-persons.ts';
import { SearchedWords0220 } from './0220-searched-words.ts';
import { FileRequestsOfCases0230 } from './0230-file-requests-of-cases.ts';
import { IntegrityOfRecords0240 } from './0240-integrity-of-records.ts';
import { CasesInOrder0241 } from './0241-cases-in-order.ts';
import { CasesOfSubjects0260 } from './0260-cases-of-subjects.ts';
import { SealedTexts0270 } from './0270-sealed-texts.ts';
import { NumberedSlugs0290 } from './0290-numbered-slugs.ts';
import { DetailsOfScopes0300 } from './0300-details-of-scopes.ts';
import { IdentifiersOfSubjects0310 } from './0310-identifiers-of-subjects.ts';
import { DrawingsOfSubjects0311 } from './0311-drawings-of-subjects.ts';
import { LifecycleTallies0320 } from './0320-lifecycle-tallies.ts';
import { WordsOfDocuments0321 } from './0321-words-of-documents.ts';
import { IntactLedgers0330 } from './0330-intact-ledgers.ts';
import { Grantors0340 } from './0340-grantors.ts';
import { WorkLists0341 } from './0341-work-lists.ts';
import { VersionsOfFactors0342 } from './0342-versions-of-factors.ts';
import { OriginsOfNumbers0345 } from './0345-origins-of-numbers.ts';
import { LastChanges0348 } from './0348-last-changes.ts';
import { SearchesOfKeepers0350 } from './0350-searches-of-keepers.ts';

/** The migrations in the order in which they run. */
export const migrations = [
  Foundation0001,
  AuditLedger0002,
  Sessions0004,
  Factors0005,
  Invitations0006,
  Uploads0007,
  Jobs0008,
  Webhooks0009,
  Billing0010,
  Providers0011,
  Closure0012,
  Reseal0013,
  FormerMembers0014,
  SecurityLog0015,
  Meetings0020,
  MeetingMails0021,
  MeetingLists0022,
  HighestRoles0023,
  InvitationLinks0024,
  InstantsOfTheClock0025,
  Denials0026,
  UndoneAdditions0027,
  Mail0028,
  RowSecurityGaps0029,
  ReplyStamps0030,
  RegistrantReminders0032,
  LaterAnswers0033,
  KeyRoot0034,
  TextSearch0035,
  LinksAndRevisions0036,
  IncomingFiles0037,
  SealedAnswers0038,
  RepliesToOrganizers0039,
  Integrators0040,
  LockedRooms0042,
  OperatingFigures0044,
  RequestRates0045,
  ChunksInOneObject0047,
  TenantKeys0054,
  Documents0063,
  Signing0064,
  SealKeys0066,
  DocumentShares0067,
  DocumentVerifications0068,
  DocumentTallies0069,
  FileRequests0070,
  DocumentsAtTheRoot0071,
  EmbeddingOrigins0079,
  TypesAndPolicies0080,
  Lifecycles0081,
  LegalHolds0082,
  Calculations0083,
  LifecycleSettings0084,
  SavedViews0085,
  LifecycleActions0086,
  SharesOfExpiredDocuments0087,
  LifecycleSearch0088,
  LifecycleDigests0089,
  Renewals0090,
  Retention0091,
  HoldReviews0092,
  ReviewMeetings0093,
  IdentityVerifications0096,
  Extraction0097,
  EvidenceOfVerifications0098,
  Subjects0100,
  SubjectDuplicates0101,
  LabelledSubjects0102,
  AuditCheckpoints0104,
  IntegrityChecks0105,
  Cases0110,
  CaseEnds0111,
  SubjectMerges0120,
  Encounters0121,
  RecordKeys0130,
  RecordTemplates0131,
  Entries0132,
  RecordSettings0150,
  Consents0151,
  Amendments0160,
  EntryLinks0161,
  RecordReminders0162,
  EntryAttachments0164,
  TemporaryAccess0168,
  CaseTransfers0169,
  Disclosures0172,
  PortalDecisions0176,
  RecordRetention0180,
  Dispositions0181,
  RecordSearch0185,
  IndustryPacks0190,
  Intelligence0191,
  RecordPromotions0194,
  AcceptedUploads0195,
  ReportIndexes0197,
  BacklogIndexes0198,
  UnsignedDigests0199,
  FileRequestLists0200,
  EndedUploads0201,
  DisposedPersons0202,
  SearchedWords0220,
  FileRequestsOfCases0230,
  IntegrityOfRecords0240,
  CasesInOrder0241,
  CasesOfSubjects0260,
  SealedTexts0270,
  NumberedSlugs0290,
  DetailsOfScopes0300,
  IdentifiersOfSubjects0310,
  DrawingsOfSubjects0311,
  LifecycleTallies0320,
  WordsOfDocuments0321,
  IntactLedgers0330,
  Grantors0340,
  WorkLists0341,
  VersionsOfFactors0342,
  OriginsOfNumbers0345,
  LastChanges0348,
  SearchesOfKeepers0350,
] as const;
