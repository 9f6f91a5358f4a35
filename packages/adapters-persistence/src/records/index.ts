import { type RepositoriesOf, repositoriesOf } from '../kernel/repositories.ts';
import { auditTiles } from './audit-tiles.ts';
import { auditTrail } from './audit-trail.ts';
import { checkpointLog } from './checkpoint-log.ts';
import { integrityCheckRepository } from './integrity-checks.ts';
import { ledgerSweep } from './ledger-sweep.ts';
import { subjectIdentifierRepository } from './subject-identifiers.ts';
import { subjectMatchKeyRepository } from './subject-match-keys.ts';
import { subjectRepository } from './subjects.ts';

/** The repositories of the context `records`. */
export const recordsRepositories: RepositoriesOf<'records'> = repositoriesOf({
  subjects: ({ sql, tenant }) => subjectRepository(sql, tenant()),
  subjectIdentifiers: ({ sql, tenant }) => subjectIdentifierRepository(sql, tenant()),
  subjectMatchKeys: ({ sql, tenant }) => subjectMatchKeyRepository(sql, tenant()),
  auditTrail: ({ sql, tenant }) => auditTrail(sql, tenant()),
  auditTiles: ({ sql, tenant }) => auditTiles(sql, tenant()),
  checkpointLog: ({ sql, tenant }) => checkpointLog(sql, tenant()),
  integrityChecks: ({ sql, tenant }) => integrityCheckRepository(sql, tenant()),
  ledgerSweep: ({ sql }) => ledgerSweep(sql),
});
