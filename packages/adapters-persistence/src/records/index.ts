import { type RepositoriesOf, repositoriesOf } from '../kernel/repositories.ts';
import { caseMemberRepository, caseMemberSweep } from './case-members.ts';
import { caseSubjectRepository } from './case-subjects.ts';
import { caseRepository } from './cases.ts';
import { recordStandings } from './standings.ts';
import { subjectIdentifierRepository } from './subject-identifiers.ts';
import { subjectMatchKeyRepository } from './subject-match-keys.ts';
import { subjectRepository } from './subjects.ts';

/** The repositories of the context `records`. */
export const recordsRepositories: RepositoriesOf<'records'> = repositoriesOf({
  subjects: ({ sql, tenant }) => subjectRepository(sql, tenant()),
  subjectIdentifiers: ({ sql, tenant }) => subjectIdentifierRepository(sql, tenant()),
  recordStandings: ({ sql, tenant }) => recordStandings(sql, tenant()),
  cases: ({ sql, tenant }) => caseRepository(sql, tenant()),
  caseMembers: ({ sql, tenant }) => caseMemberRepository(sql, tenant()),
  caseMemberSweep: ({ sql }) => caseMemberSweep(sql),
  caseSubjects: ({ sql, tenant }) => caseSubjectRepository(sql, tenant()),
  subjectMatchKeys: ({ sql, tenant }) => subjectMatchKeyRepository(sql, tenant()),
});
