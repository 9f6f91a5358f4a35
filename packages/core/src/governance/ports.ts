import type { DocumentLibrary } from '../documents/index.ts';
import type { PasskeyVerifier, Reauthenticator, TotpVerifier } from '../identity/index.ts';
import { contextPorts, type PortsInside, port } from '../kernel/context-ports.ts';
import type { EgressClient } from '../kernel/egress.ts';
import type { PreparingContext } from '../kernel/handler-context.ts';
import type { KeyVault } from '../kernel/key-vault.ts';
import type { BlobStore, Clock, PasswordHasher, Throttle } from '../kernel/ports.ts';
import type { ReactingContext } from '../kernel/reacting-context.ts';
import type { RecordCipher } from '../kernel/record-cipher.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type {
  RecordCases,
  RecordDisposal,
  RecordDrafts,
  RecordEntries,
  RecordIntake,
  RecordLedger,
  RecordPdfComposer,
  RecordProofs,
  RecordReaders,
  RecordReading,
  RecordScopes,
  RecordSigning,
  RecordSubjects,
  TemplateSeeding,
} from '../records/index.ts';
import type { SignatureImages } from '../signing/index.ts';
import type { WebhookRegistration, WebhookSigner } from '../webhooks/index.ts';
import type { JobControl, MemberDirectory, SecondPersonRule, WorkspaceIdentity } from '../workspace/index.ts';
import type { MemberAccessRepository } from './access/ports.ts';
import type { ConsentRepository, ConsentSweep } from './consents/ports.ts';
import type {
  AccountingRepository,
  AuthorizationRepository,
  DisclosureSweep,
  PortalTokenRepository,
  RecipientActivityRepository,
  ReleasePackageRepository,
} from './disclosures/ports.ts';
import type { DispositionRepository, DispositionSweep } from './disposition/ports.ts';
import type { AccessList, AccessSweep, EmergencyRepository } from './emergencies/ports.ts';
import type { IntelligenceRunRepository, IntelligenceSweep } from './intelligence/ports.ts';
import type { IntelligenceProviders } from './intelligence/provider.ts';
import type { RecordBacklog } from './overview/backlog.ts';
import type { IndustryPackRepository } from './packs/ports.ts';
import type { PortalAccesses, PortalDecisionRepository } from './portal/ports.ts';
import type { RecordReports } from './reporting/ports.ts';
import type {
  RecordHoldRepository,
  RetentionClockRepository,
  RetentionPolicyRepository,
  RetentionSweep,
} from './retention/ports.ts';
import type { RecordSettingsRepository } from './settings/ports.ts';
import type { TemporaryGrantRepository } from './temporary/ports.ts';
import type { RecordWorkload } from './workload/ports.ts';

export const ports = contextPorts({
  repositories: {
    recordSettings: port<RecordSettingsRepository>(),
    recordReports: port<RecordReports>(),
    recordBacklog: port<RecordBacklog>(),
    recordWorkload: port<RecordWorkload>(),
    memberAccess: port<MemberAccessRepository>(),
    consents: port<ConsentRepository>(),
    consentSweep: port<ConsentSweep>(),
    retentionPolicies: port<RetentionPolicyRepository>(),
    retentionClocks: port<RetentionClockRepository>(),
    retentionSweep: port<RetentionSweep>(),
    recordHolds: port<RecordHoldRepository>(),
    dispositions: port<DispositionRepository>(),
    dispositionSweep: port<DispositionSweep>(),
    temporaryGrants: port<TemporaryGrantRepository>(),
    emergencies: port<EmergencyRepository>(),
    accessList: port<AccessList>(),
    accessSweep: port<AccessSweep>(),
    industryPacks: port<IndustryPackRepository>(),
    intelligenceRuns: port<IntelligenceRunRepository>(),
    intelligenceSweep: port<IntelligenceSweep>(),
    disclosureAuthorizations: port<AuthorizationRepository>(),
    releasePackages: port<ReleasePackageRepository>(),
    portalTokens: port<PortalTokenRepository>(),
    recipientActivity: port<RecipientActivityRepository>(),
    portalAccesses: port<PortalAccesses>(),
    portalDecisions: port<PortalDecisionRepository>(),
    disclosureAccounting: port<AccountingRepository>(),
    disclosureSweep: port<DisclosureSweep>(),
  },
  asks: {
    documentLibrary: port<DocumentLibrary>(),
    jobControl: port<JobControl>(),
    memberDirectory: port<MemberDirectory>(),
    recordCases: port<RecordCases>(),
    reauthenticator: port<Reauthenticator>(),
    recordDrafts: port<RecordDrafts>(),
    recordIntake: port<RecordIntake>(),
    recordLedger: port<RecordLedger>(),
    recordEntries: port<RecordEntries>(),
    recordProofs: port<RecordProofs>(),
    recordReaders: port<RecordReaders>(),
    recordReading: port<RecordReading>(),
    recordDisposal: port<RecordDisposal>(),
    recordSigning: port<RecordSigning>(),
    recordScopes: port<RecordScopes>(),
    recordSubjects: port<RecordSubjects>(),
    secondPersonRule: port<SecondPersonRule>(),
    templateSeeding: port<TemplateSeeding>(),
    webhookRegistration: port<WebhookRegistration>(),
    workspaceIdentity: port<WorkspaceIdentity>(),
  },
  inside: {
    clock: port<Clock>(),
    totp: port<TotpVerifier>(),
    passkeys: port<PasskeyVerifier>(),
    recordCipher: port<RecordCipher>(),
  },
  outside: {
    blobs: port<BlobStore>(),
    throttle: port<Throttle>(),
    egress: port<EgressClient>(),
    intelligence: port<IntelligenceProviders>(),
    keyVault: port<KeyVault>(),
    passwords: port<PasswordHasher>(),
    recordPdfComposer: port<RecordPdfComposer>(),
    webhookSigner: port<WebhookSigner>(),
    signatureImages: port<SignatureImages>(),
  },
});
export type GovernancePorts = PortsInside<typeof ports>;
export type GovernancePreparing = PreparingContext<typeof ports>;
export type GovernanceReacting = ReactingContext<typeof ports>;

export const { query, slowQuery, command, action, reaction, scheduled, denied } = useCasesOf(ports);
