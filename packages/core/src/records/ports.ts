import type { DocumentLibrary } from '../documents/index.ts';
import type { FileRequestReader } from '../file-requests/index.ts';
import type { PasskeyVerifier, Reauthenticator, TotpVerifier } from '../identity/index.ts';
import { contextPorts, type PortsInside, port } from '../kernel/context-ports.ts';
import type { EgressClient } from '../kernel/egress.ts';
import type { PreparingContext } from '../kernel/handler-context.ts';
import type { IncomingFiles } from '../kernel/incoming-file.ts';
import type { KeyVault } from '../kernel/key-vault.ts';
import type {
  BlobStore,
  ContentScanner,
  KeyRing,
  PasswordHasher,
  PhoneNumbers,
  Throttle,
  TypeDetector,
} from '../kernel/ports.ts';
import type { ReactingContext } from '../kernel/reacting-context.ts';
import type { RecordCipher } from '../kernel/record-cipher.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { TextExtractor } from '../lifecycle/index.ts';
import type { MeetingReader } from '../meetings/index.ts';
import type { UploadConsumption } from '../uploads/index.ts';
import type {
  MemberDirectory,
  ProjectReader,
  SecondPersonRule,
  WorkspaceIdentity,
} from '../workspace/index.ts';
import type { RecordStandings } from './access/ports.ts';
import type { AddendumRepository } from './addenda/ports.ts';
import type { AmendmentRepository, AmendmentSweep } from './amendments/ports.ts';
import type { EntryAttachmentRepository, EntryAttachmentSweep } from './attachments/ports.ts';
import type {
  AuditTiles,
  AuditTrail,
  CheckpointLog,
  CheckpointSigner,
  CheckpointSink,
  LedgerSweep,
  WaitingDetailSweep,
} from './audit/ports.ts';
import type { RecordPdfComposer } from './bundle/record-pdf-composer.ts';
import type { CaseRetention } from './cases/case-retention.ts';
import type {
  CaseMemberRepository,
  CaseMemberSweep,
  CaseRepository,
  CaseSubjectRepository,
} from './cases/ports.ts';
import type { CaseTransferRepository, CaseTransferSweep } from './cases/transfers/ports.ts';
import type { WorkLists } from './dashboard/ports.ts';
import type { RecordErasure } from './disposal/ports.ts';
import type { EncounterRepository } from './encounters/ports.ts';
import type { EntryRepository, RecordSignatureRepository, SignatureSweep } from './entries/ports.ts';
import type { FollowUpRepository, FollowUpSweep } from './follow-ups/ports.ts';
import type { IntegrityCheckRepository } from './integrity/check.ts';
import type { RecordKeyRepository, RecordSigningKeyRepository } from './keys/ports.ts';
import type { RecordPacks } from './pack/record-pack.ts';
import type { PromotionRepository } from './promotions/ports.ts';
import type { RecordIndexSweep, RecordSearch } from './search/ports.ts';
import type {
  SubjectConsents,
  SubjectIdentifierRepository,
  SubjectMatchKeyRepository,
  SubjectMergeRepository,
  SubjectRepository,
  WaitingIdentifierSweep,
} from './subjects/ports.ts';
import type { RecordTemplateRepository } from './templates/ports.ts';
import type { PlainTextSweep } from './texts/ports.ts';

export const ports = contextPorts({
  repositories: {
    entries: port<EntryRepository>(),
    addenda: port<AddendumRepository>(),
    amendments: port<AmendmentRepository>(),
    amendmentSweep: port<AmendmentSweep>(),
    signatureSweep: port<SignatureSweep>(),
    entryAttachments: port<EntryAttachmentRepository>(),
    entryAttachmentSweep: port<EntryAttachmentSweep>(),
    recordSignatures: port<RecordSignatureRepository>(),
    recordTemplates: port<RecordTemplateRepository>(),
    recordKeys: port<RecordKeyRepository>(),
    recordSigningKeys: port<RecordSigningKeyRepository>(),
    subjects: port<SubjectRepository>(),
    subjectIdentifiers: port<SubjectIdentifierRepository>(),
    subjectMatchKeys: port<SubjectMatchKeyRepository>(),
    auditTrail: port<AuditTrail>(),
    auditTiles: port<AuditTiles>(),
    checkpointLog: port<CheckpointLog>(),
    ledgerSweep: port<LedgerSweep>(),
    subjectMerges: port<SubjectMergeRepository>(),
    encounters: port<EncounterRepository>(),
    followUps: port<FollowUpRepository>(),
    promotions: port<PromotionRepository>(),
    followUpSweep: port<FollowUpSweep>(),
    plainTextSweep: port<PlainTextSweep>(),
    waitingDetailSweep: port<WaitingDetailSweep>(),
    waitingIdentifierSweep: port<WaitingIdentifierSweep>(),
    recordStandings: port<RecordStandings>({ recalls: ['reader'] }),
    cases: port<CaseRepository>(),
    caseMembers: port<CaseMemberRepository>(),
    caseMemberSweep: port<CaseMemberSweep>(),
    caseTransfers: port<CaseTransferRepository>(),
    caseTransferSweep: port<CaseTransferSweep>(),
    caseSubjects: port<CaseSubjectRepository>(),
    integrityChecks: port<IntegrityCheckRepository>(),
    recordErasure: port<RecordErasure>(),
    recordSearch: port<RecordSearch>(),
    recordIndexSweep: port<RecordIndexSweep>(),
    workLists: port<WorkLists>(),
  },
  asks: {
    memberDirectory: port<MemberDirectory>(),
    meetingReader: port<MeetingReader>(),
    documentLibrary: port<DocumentLibrary>(),
    projectReader: port<ProjectReader>(),
    fileRequestReader: port<FileRequestReader>(),
    uploadConsumption: port<UploadConsumption>(),
    incomingFiles: port<IncomingFiles>(),
    workspaceIdentity: port<WorkspaceIdentity>(),
    secondPersonRule: port<SecondPersonRule>(),
    reauthenticator: port<Reauthenticator>(),
    caseRetention: port<CaseRetention>(),
    recordPacks: port<RecordPacks>(),
    subjectConsents: port<SubjectConsents>(),
  },
  inside: {
    keyRing: port<KeyRing>(),
    phoneNumbers: port<PhoneNumbers>(),
    checkpointSigner: port<CheckpointSigner>(),
    recordCipher: port<RecordCipher>(),
    totp: port<TotpVerifier>(),
    passkeys: port<PasskeyVerifier>(),
  },
  outside: {
    blobs: port<BlobStore>(),
    types: port<TypeDetector>(),
    scanner: port<ContentScanner>(),
    textExtractor: port<TextExtractor>(),
    recordPdfComposer: port<RecordPdfComposer>(),
    checkpointSink: port<CheckpointSink>(),
    egress: port<EgressClient>(),
    keyVault: port<KeyVault>(),
    passwords: port<PasswordHasher>(),
    throttle: port<Throttle>(),
  },
});
export type RecordsPorts = PortsInside<typeof ports>;
export type RecordsReacting = ReactingContext<typeof ports>;
export type RecordsPreparing = PreparingContext<typeof ports>;

export const { query, slowQuery, command, action, reaction, scheduled, denied } = useCasesOf(ports);
