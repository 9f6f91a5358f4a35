import { type RepositoriesOf, repositoriesOf } from '../kernel/repositories.ts';
import { recordKeyRepository, recordSigningKeyRepository } from './record-keys.ts';
import { subjectIdentifierRepository } from './subject-identifiers.ts';
import { subjectMatchKeyRepository } from './subject-match-keys.ts';
import { subjectRepository } from './subjects.ts';

/** The repositories of the context `records`. */
export const recordsRepositories: RepositoriesOf<'records'> = repositoriesOf({
  recordKeys: ({ sql, tenant }) => recordKeyRepository(sql, tenant()),
  recordSigningKeys: ({ sql, tenant }) => recordSigningKeyRepository(sql, tenant()),
  subjects: ({ sql, tenant }) => subjectRepository(sql, tenant()),
  subjectIdentifiers: ({ sql, tenant }) => subjectIdentifierRepository(sql, tenant()),
  subjectMatchKeys: ({ sql, tenant }) => subjectMatchKeyRepository(sql, tenant()),
});
