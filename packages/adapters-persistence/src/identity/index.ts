import { type RepositoriesOf, repositoriesOf } from '../kernel/repositories.ts';
import { accountRepository } from './accounts.ts';
import { ceremonyRepository } from './factors/ceremonies.ts';
import { factorAttemptRepository } from './factors/factor-attempts.ts';
import { factorResetRepository } from './factors/factor-resets.ts';
import { factorRepository } from './factors/factors.ts';
import { recoveryCodeRepository } from './factors/recovery-codes.ts';
import { signInChallengeRepository } from './factors/sign-in-challenges.ts';
import { keyRootRepository } from './key-roots.ts';
import { oneTimeTokenRepository } from './one-time-tokens.ts';
import { passwordAttemptRepository } from './password-attempts.ts';
import { authFlowRepository } from './providers/auth-flows.ts';
import { detachedTokenRepository } from './providers/detached-tokens.ts';
import { externalIdentityRepository } from './providers/external-identities.ts';
import { usedIdTokenRepository } from './providers/used-id-tokens.ts';
import { securityLog } from './security-log.ts';
import { sessionRepository } from './sessions.ts';
import { identitySweep } from './sweep.ts';

/** The repositories of the context `identity`. */
export const identityRepositories: RepositoriesOf<'identity'> = repositoriesOf({
  accounts: ({ sql }) => accountRepository(sql),
  sessions: ({ sql }) => sessionRepository(sql),
  keyRoots: ({ sql }) => keyRootRepository(sql),
  oneTimeTokens: ({ sql }) => oneTimeTokenRepository(sql),
  passwordAttempts: ({ sql }) => passwordAttemptRepository(sql),
  factors: ({ sql }) => factorRepository(sql),
  recoveryCodes: ({ sql }) => recoveryCodeRepository(sql),
  signInChallenges: ({ sql }) => signInChallengeRepository(sql),
  ceremonies: ({ sql }) => ceremonyRepository(sql),
  factorAttempts: ({ sql }) => factorAttemptRepository(sql),
  factorResets: ({ sql }) => factorResetRepository(sql),
  externalIdentities: ({ sql }) => externalIdentityRepository(sql),
  detachedTokens: ({ sql }) => detachedTokenRepository(sql),
  authFlows: ({ sql }) => authFlowRepository(sql),
  usedIdTokens: ({ sql }) => usedIdTokenRepository(sql),
  securityLog: ({ sql }) => securityLog(sql),
  identitySweep: ({ sql }) => identitySweep(sql),
});
