import { type RepositoriesOf, repositoriesOf } from '../kernel/repositories.ts';
import { addendumRepository } from './addenda.ts';
import { amendmentRepository, amendmentSweep } from './amendments.ts';
import { auditTiles } from './audit-tiles.ts';
import { auditTrail } from './audit-trail.ts';
import { caseMemberRepository, caseMemberSweep } from './case-members.ts';
import { caseSubjectRepository } from './case-subjects.ts';
import { plainTextSweep, waitingDetailSweep, waitingIdentifierSweep } from './case-texts.ts';
import { caseTransferRepository, caseTransferSweep } from './case-transfers.ts';
import { caseRepository } from './cases.ts';
import { checkpointLog } from './checkpoint-log.ts';
import { encounterRepository } from './encounters.ts';
import { entryRepository } from './entries.ts';
import { entryAttachmentRepository, entryAttachmentSweep } from './entry-attachments.ts';
import { followUpRepository, followUpSweep } from './follow-ups.ts';
import { integrityCheckRepository } from './integrity-checks.ts';
import { ledgerSweep } from './ledger-sweep.ts';
import { promotionRepository } from './promotions.ts';
import { recordErasure } from './record-erasure.ts';
import { recordKeyRepository, recordSigningKeyRepository } from './record-keys.ts';
import { recordIndexSweep, recordSearch } from './record-search.ts';
import { signatureRepository } from './record-signatures.ts';
import { recordTemplateRepository } from './record-templates.ts';
import { signatureSweep } from './signature-sweep.ts';
import { recordStandings } from './standings.ts';
import { subjectIdentifierRepository } from './subject-identifiers.ts';
import { subjectMatchKeyRepository } from './subject-match-keys.ts';
import { subjectMergeRepository } from './subject-merges.ts';
import { subjectRepository } from './subjects.ts';
import { workLists } from './work-lists.ts';

/** The repositories of the context `records`. */
export const recordsRepositories: RepositoriesOf<'records'> = repositoriesOf({
  entries: ({ sql, tenant }) => entryRepository(sql, tenant()),
  addenda: ({ sql, tenant }) => addendumRepository(sql, tenant()),
  amendments: ({ sql, tenant }) => amendmentRepository(sql, tenant()),
  amendmentSweep: ({ sql }) => amendmentSweep(sql),
  signatureSweep: ({ sql }) => signatureSweep(sql),
  recordSignatures: ({ sql, tenant }) => signatureRepository(sql, tenant()),
  entryAttachments: ({ sql, tenant }) => entryAttachmentRepository(sql, tenant()),
  entryAttachmentSweep: ({ sql }) => entryAttachmentSweep(sql),
  recordTemplates: ({ sql, tenant }) => recordTemplateRepository(sql, tenant()),
  recordKeys: ({ sql, tenant }) => recordKeyRepository(sql, tenant()),
  recordSigningKeys: ({ sql, tenant }) => recordSigningKeyRepository(sql, tenant()),
  subjects: ({ sql, tenant }) => subjectRepository(sql, tenant()),
  subjectIdentifiers: ({ sql, tenant }) => subjectIdentifierRepository(sql, tenant()),
  subjectMerges: ({ sql, tenant }) => subjectMergeRepository(sql, tenant()),
  recordStandings: ({ sql, tenant }) => recordStandings(sql, tenant()),
  cases: ({ sql, tenant }) => caseRepository(sql, tenant()),
  caseMembers: ({ sql, tenant }) => caseMemberRepository(sql, tenant()),
  caseTransfers: ({ sql, tenant }) => caseTransferRepository(sql, tenant()),
  caseTransferSweep: ({ sql }) => caseTransferSweep(sql),
  caseMemberSweep: ({ sql }) => caseMemberSweep(sql),
  caseSubjects: ({ sql, tenant }) => caseSubjectRepository(sql, tenant()),
  encounters: ({ sql, tenant }) => encounterRepository(sql, tenant()),
  followUps: ({ sql, tenant }) => followUpRepository(sql, tenant()),
  promotions: ({ sql, tenant }) => promotionRepository(sql, tenant()),
  followUpSweep: ({ sql }) => followUpSweep(sql),
  plainTextSweep: ({ sql }) => plainTextSweep(sql),
  waitingDetailSweep: ({ sql }) => waitingDetailSweep(sql),
  waitingIdentifierSweep: ({ sql }) => waitingIdentifierSweep(sql),
  subjectMatchKeys: ({ sql, tenant }) => subjectMatchKeyRepository(sql, tenant()),
  auditTrail: ({ sql, tenant }) => auditTrail(sql, tenant()),
  auditTiles: ({ sql, tenant }) => auditTiles(sql, tenant()),
  checkpointLog: ({ sql, tenant }) => checkpointLog(sql, tenant()),
  recordSearch: ({ sql, tenant }) => recordSearch(sql, tenant()),
  recordIndexSweep: ({ sql }) => recordIndexSweep(sql),
  integrityChecks: ({ sql, tenant }) => integrityCheckRepository(sql, tenant()),
  ledgerSweep: ({ sql }) => ledgerSweep(sql),
  workLists: ({ sql, tenant }) => workLists(sql, tenant()),
  recordErasure: ({ sql, tenant }) => recordErasure(sql, tenant()),
});
