import { contextPorts, type PortsInside, port } from '../kernel/context-ports.ts';
import type { KeyRing, PhoneNumbers } from '../kernel/ports.ts';
import type { ReactingContext } from '../kernel/reacting-context.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { MeetingReader } from '../meetings/index.ts';
import type { MemberDirectory, WorkspaceIdentity } from '../workspace/index.ts';
import type { RecordStandings } from './access/ports.ts';
import type {
  CaseMemberRepository,
  CaseMemberSweep,
  CaseRepository,
  CaseSubjectRepository,
} from './cases/ports.ts';
import type { EncounterRepository } from './encounters/ports.ts';
import type { FollowUpRepository, FollowUpSweep } from './follow-ups/ports.ts';
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
    encounters: port<EncounterRepository>(),
    followUps: port<FollowUpRepository>(),
    followUpSweep: port<FollowUpSweep>(),
    recordStandings: port<RecordStandings>(),
    cases: port<CaseRepository>(),
    caseMembers: port<CaseMemberRepository>(),
    caseMemberSweep: port<CaseMemberSweep>(),
    caseSubjects: port<CaseSubjectRepository>(),
  },
  asks: {
    memberDirectory: port<MemberDirectory>(),
    meetingReader: port<MeetingReader>(),
    workspaceIdentity: port<WorkspaceIdentity>(),
  },
  inside: {
    keyRing: port<KeyRing>(),
    phoneNumbers: port<PhoneNumbers>(),
  },
});
export type RecordsPorts = PortsInside<typeof ports>;
export type RecordsReacting = ReactingContext<typeof ports>;

export const { query, command, denied, reaction, scheduled } = useCasesOf(ports);
