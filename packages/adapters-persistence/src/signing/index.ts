import { type RepositoriesOf, repositoriesOf } from '../kernel/repositories.ts';
import { documentVerifications } from './document-verifications.ts';
import { otpChallengeRepository, signingSessionRepository } from './otp-challenges.ts';
import { roundLedger } from './round-ledger.ts';
import { roundRepository } from './rounds.ts';
import { signatureMaterialRepository } from './signature-materials.ts';
import { signerRepository } from './signers.ts';
import { signingFieldRepository } from './signing-fields.ts';
import { signingLinkRepository } from './signing-links.ts';
import { signingSweep } from './signing-sweep.ts';

/** The repositories of the context `signing`. */
export const signingRepositories: RepositoriesOf<'signing'> = repositoriesOf({
  rounds: ({ sql, tenant }) => roundRepository(sql, tenant()),
  signers: ({ sql, tenant }) => signerRepository(sql, tenant()),
  signingFields: ({ sql, tenant }) => signingFieldRepository(sql, tenant()),
  signingLinks: ({ sql, tenant }) => signingLinkRepository(sql, tenant()),
  otpChallenges: ({ sql, tenant }) => otpChallengeRepository(sql, tenant()),
  signingSessions: ({ sql, tenant }) => signingSessionRepository(sql, tenant()),
  signatureMaterials: ({ sql, tenant }) => signatureMaterialRepository(sql, tenant()),
  roundLedger: ({ sql, tenant }) => roundLedger(sql, tenant()),
  documentVerifications: ({ sql }) => documentVerifications(sql),
  signingSweep: ({ sql }) => signingSweep(sql),
});
