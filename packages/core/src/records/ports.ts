import { contextPorts, type PortsInside, port } from '../kernel/context-ports.ts';
import type { KeyRing, PhoneNumbers } from '../kernel/ports.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { MemberDirectory, WorkspaceIdentity } from '../workspace/index.ts';
import type { RecordStandings } from './access/ports.ts';
import type { CaseMemberRepository, CaseRepository, CaseSubjectRepository } from './cases/ports.ts';
import type {
  SubjectIdentifierRepository,
  SubjectMatchKeyRepository,
  SubjectMergeRepository,
  SubjectRepository,
} from './subjects/ports.ts';

export const ports = contextPorts({
  repositories: {
    subjects: port<SubjectRepository>(),
    subjectIdentifiers: port<SubjectIdentifierRepository>(),
    subjectMatchKeys: port<SubjectMatchKeyRepository>(),
    subjectMerges: port<SubjectMergeRepository>(),
    recordStandings: port<RecordStandings>(),
    cases: port<CaseRepository>(),
    caseMembers: port<CaseMemberRepository>(),
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

export const { query, command, denied, reaction } = useCasesOf(ports);
