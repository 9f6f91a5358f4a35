import { contextPorts, type PortsInside, port } from '../kernel/context-ports.ts';
import type { EgressClient } from '../kernel/egress.ts';
import type { KeyRing, PhoneNumbers } from '../kernel/ports.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { MemberDirectory, WorkspaceIdentity } from '../workspace/index.ts';
import type {
  AuditTiles,
  AuditTrail,
  CheckpointLog,
  CheckpointSigner,
  CheckpointSink,
  LedgerSweep,
} from './audit/ports.ts';
import type { IntegrityCheckRepository } from './integrity/check.ts';
import type {
  SubjectIdentifierRepository,
  SubjectMatchKeyRepository,
  SubjectRepository,
} from './subjects/ports.ts';

export const ports = contextPorts({
  repositories: {
    subjects: port<SubjectRepository>(),
    subjectIdentifiers: port<SubjectIdentifierRepository>(),
    subjectMatchKeys: port<SubjectMatchKeyRepository>(),
    auditTrail: port<AuditTrail>(),
    auditTiles: port<AuditTiles>(),
    checkpointLog: port<CheckpointLog>(),
    ledgerSweep: port<LedgerSweep>(),
    integrityChecks: port<IntegrityCheckRepository>(),
  },
  asks: {
    memberDirectory: port<MemberDirectory>(),
    workspaceIdentity: port<WorkspaceIdentity>(),
  },
  inside: {
    keyRing: port<KeyRing>(),
    phoneNumbers: port<PhoneNumbers>(),
    checkpointSigner: port<CheckpointSigner>(),
  },
  outside: {
    checkpointSink: port<CheckpointSink>(),
    egress: port<EgressClient>(),
  },
});
export type RecordsPorts = PortsInside<typeof ports>;

export const { query, slowQuery, command, action, denied, reaction, scheduled } = useCasesOf(ports);
