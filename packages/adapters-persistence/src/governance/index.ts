import { type RepositoriesOf, repositoriesOf } from '../kernel/repositories.ts';
import { accessList, accessSweep } from './access-list.ts';
import { consentSweep } from './consent-sweep.ts';
import { consentRepository } from './consents.ts';
import { emergencyRepository } from './emergencies.ts';
import { memberAccessRepository } from './member-access.ts';
import { recordSettingsRepository } from './record-settings.ts';
import { temporaryGrantRepository } from './temporary-grants.ts';

/** The repositories of the context `governance`. */
export const governanceRepositories: RepositoriesOf<'governance'> = repositoriesOf({
  recordSettings: ({ sql, tenant }) => recordSettingsRepository(sql, tenant()),
  memberAccess: ({ sql, tenant }) => memberAccessRepository(sql, tenant()),
  consents: ({ sql, tenant }) => consentRepository(sql, tenant()),
  consentSweep: ({ sql }) => consentSweep(sql),
  temporaryGrants: ({ sql, tenant }) => temporaryGrantRepository(sql, tenant()),
  emergencies: ({ sql, tenant }) => emergencyRepository(sql, tenant()),
  accessList: ({ sql, tenant }) => accessList(sql, tenant()),
  accessSweep: ({ sql }) => accessSweep(sql),
});
