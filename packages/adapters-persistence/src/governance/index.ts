import { type RepositoriesOf, repositoriesOf } from '../kernel/repositories.ts';
import { consentSweep } from './consent-sweep.ts';
import { consentRepository } from './consents.ts';
import { industryPackRepository } from './industry-packs.ts';
import { memberAccessRepository } from './member-access.ts';
import { recordSettingsRepository } from './record-settings.ts';

/** The repositories of the context `governance`. */
export const governanceRepositories: RepositoriesOf<'governance'> = repositoriesOf({
  recordSettings: ({ sql, tenant }) => recordSettingsRepository(sql, tenant()),
  memberAccess: ({ sql, tenant }) => memberAccessRepository(sql, tenant()),
  consents: ({ sql, tenant }) => consentRepository(sql, tenant()),
  consentSweep: ({ sql }) => consentSweep(sql),
  industryPacks: ({ sql, tenant }) => industryPackRepository(sql, tenant()),
});
