import { type RepositoriesOf, repositoriesOf } from '../kernel/repositories.ts';
import { accessList, accessSweep } from './access-list.ts';
import { accountingRepository } from './accounting.ts';
import { authorizationRepository } from './authorizations.ts';
import { consentSweep } from './consent-sweep.ts';
import { consentRepository } from './consents.ts';
import { disclosureSweep } from './disclosure-sweep.ts';
import { dispositionRepository, dispositionSweep } from './dispositions.ts';
import { emergencyRepository } from './emergencies.ts';
import { industryPackRepository } from './industry-packs.ts';
import { intelligenceRunRepository, intelligenceSweep } from './intelligence-runs.ts';
import { memberAccessRepository } from './member-access.ts';
import { portalAccesses } from './portal-accesses.ts';
import { portalDecisionRepository } from './portal-decisions.ts';
import { portalTokenRepository } from './portal-tokens.ts';
import { recipientActivityRepository } from './recipient-activity.ts';
import { recordBacklog } from './record-backlog.ts';
import { recordHoldRepository } from './record-holds.ts';
import { recordSettingsRepository } from './record-settings.ts';
import { releasePackageRepository } from './release-packages.ts';
import { recordReports } from './reports.ts';
import { retentionClockRepository } from './retention-clocks.ts';
import { retentionPolicyRepository } from './retention-policies.ts';
import { retentionSweep } from './retention-sweep.ts';
import { temporaryGrantRepository } from './temporary-grants.ts';
import { recordWorkload } from './workload.ts';

/** The repositories of the context `governance`. */
export const governanceRepositories: RepositoriesOf<'governance'> = repositoriesOf({
  recordReports: ({ sql, tenant }) => recordReports(sql, tenant()),
  recordBacklog: ({ sql, tenant }) => recordBacklog(sql, tenant()),
  recordWorkload: ({ sql, tenant }) => recordWorkload(sql, tenant()),
  recordSettings: ({ sql, tenant }) => recordSettingsRepository(sql, tenant()),
  memberAccess: ({ sql, tenant }) => memberAccessRepository(sql, tenant()),
  consents: ({ sql, tenant }) => consentRepository(sql, tenant()),
  consentSweep: ({ sql }) => consentSweep(sql),
  retentionPolicies: ({ sql, tenant }) => retentionPolicyRepository(sql, tenant()),
  retentionClocks: ({ sql, tenant }) => retentionClockRepository(sql, tenant()),
  retentionSweep: ({ sql }) => retentionSweep(sql),
  recordHolds: ({ sql, tenant }) => recordHoldRepository(sql, tenant()),
  dispositions: ({ sql, tenant }) => dispositionRepository(sql, tenant()),
  dispositionSweep: ({ sql }) => dispositionSweep(sql),
  temporaryGrants: ({ sql, tenant }) => temporaryGrantRepository(sql, tenant()),
  emergencies: ({ sql, tenant }) => emergencyRepository(sql, tenant()),
  accessList: ({ sql, tenant }) => accessList(sql, tenant()),
  accessSweep: ({ sql }) => accessSweep(sql),
  intelligenceRuns: ({ sql, tenant }) => intelligenceRunRepository(sql, tenant()),
  intelligenceSweep: ({ sql }) => intelligenceSweep(sql),
  industryPacks: ({ sql, tenant }) => industryPackRepository(sql, tenant()),
  disclosureAuthorizations: ({ sql, tenant }) => authorizationRepository(sql, tenant()),
  releasePackages: ({ sql, tenant }) => releasePackageRepository(sql, tenant()),
  portalDecisions: ({ sql, tenant }) => portalDecisionRepository(sql, tenant()),
  portalAccesses: ({ sql, tenant }) => portalAccesses(sql, tenant()),
  portalTokens: ({ sql, tenant }) => portalTokenRepository(sql, tenant()),
  recipientActivity: ({ sql, tenant }) => recipientActivityRepository(sql, tenant()),
  disclosureAccounting: ({ sql, tenant }) => accountingRepository(sql, tenant()),
  disclosureSweep: ({ sql }) => disclosureSweep(sql),
});
