import { contextPorts, type PortsInside, port } from '../kernel/context-ports.ts';
import type { KeyRing, PhoneNumbers } from '../kernel/ports.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { MemberDirectory, WorkspaceIdentity } from '../workspace/index.ts';
import type { RecordStandings } from './access/ports.ts';
import type {
  CaseMemberRepository,
  CaseMemberSweep,
  CaseRepository,
  CaseSubjectRepository,
} from './cases/ports.ts';
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
    recordStandings: port<RecordStandings>(),
    cases: port<CaseRepository>(),
    caseMembers: port<CaseMemberRepository>(),
    caseMemberSweep: port<CaseMemberSweep>(),
    caseSubjects: port<CaseSubjectRepository>(),
  },
  asks: {
    memberDirectory: port<MemberDirectory>(),
    workspaceIdentity: port<WorkspaceIdentity>(),
  },
  inside: {
    keyRing: port<KeyRing>(),
    phoneNumbers: port<PhoneNumbers>(),
  },
});
export type RecordsPorts = PortsInside<typeof ports>;

export const { query, command, denied, scheduled } = useCasesOf(ports);
