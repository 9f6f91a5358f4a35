import { z } from 'zod';
import { secretToken, visibleName, workspaceId } from '../../kernel/shapes.ts';
import { tokenMisses } from '../../kernel/throttling.ts';
import { accountSuspended } from '../errors.ts';
import { action, type IdentityPreparing } from '../ports.ts';
import { sessionOpened } from '../sign-in-outcome.ts';
import { AuthSessionView } from '../views.ts';
import { type Answer, answerFields, exactlyOne, prove, takeProof } from './answer.ts';
import { challengeInvalid, factorCodeInvalid, factorPasskeyInvalid } from './errors.ts';
import type { SignInChallenge } from './factor.ts';
import { cancelPendingFactorReset } from './factor-reset-cancellation.ts';

export const answerChallenge = action({
  summary: 'Answer the challenge of a sign-in with a second factor',
  description:
    'Use it after a sign-in that returned tokenType Challenge. Five wrong answers end the challenge; then sign in again. Send exactly one of totpCode, passkey and recoveryCode.',
  access: 'anyone',
  databaseRole: 'identity',
  secret: true,
  throttle: tokenMisses(),
  input: z
    .strictObject({
      challengeToken: secretToken().describe('The challengeToken from the answer to the first step.'),
      ...answerFields,
      deviceName: visibleName(120).optional().describe('The name of this device in the list of sessions.'),
      workspaceId: workspaceId()
        .optional()
        .describe('The workspace to be active in; it is ignored if you cannot act there.'),
    })
    .refine(exactlyOne('totpCode', 'passkey', 'recoveryCode'), {
      error: 'Give exactly one of totpCode, passkey and recoveryCode.',
      params: { code: 'factor.one_answer' },
    })
    .meta({
      examples: [{ challengeToken: 'b8Jt2m0kQ1vX5rY7nZ3cW9dF4gH6jK8lP0sA2uE5iO1', totpCode: '123456' }],
    }),
  output: AuthSessionView,
  errors: [challengeInvalid, factorCodeInvalid, factorPasskeyInvalid, accountSuspended],
  signsIn: () => null,

  prepare: (input, context) => examinedChallenge(input.challengeToken, input, context),

  async run(input, context) {
    const { now, accounts, signInChallenges, prepared } = context;
    const { challenge, proof } = prepared;
    if (!(await signInChallenges.spend(challenge.id, now))) throw challengeInvalid();
    const account = await accounts.get(challenge.userId);
    if (account.status === 'deactivated') throw challengeInvalid();
    if (account.status !== 'active') throw accountSuspended();

    const method = await takeProof(proof, account.id, context);
    await cancelPendingFactorReset(account.id, null, context);
    return sessionOpened(
      {
        account,
        authMethod: challenge.method,
        deviceName: input.deviceName ?? challenge.deviceName,
        knownDevice: challenge.device,
        isNewUser: false,
        workspaceId: input.workspaceId ?? challenge.workspaceId,
      },
      method,
      context,
    );
  },
});

/** The live challenge and what was proven for it; the try is counted on the challenge and on the account (THR-16). */
async function examinedChallenge(token: string, answer: Answer, context: IdentityPreparing) {
  const found: { challenge: SignInChallenge | null } = { challenge: null };
  const { proof } = await prove(
    answer,
    async ({ signInChallenges, linkTokens, now }) => {
      const challenge = await signInChallenges.live(linkTokens.hash(token), now);
      if (challenge === null) throw challengeInvalid();
      found.challenge = challenge;
      return {
        userId: challenge.userId,
        knownDevice: challenge.device !== null,
        counted: () => signInChallenges.tried(challenge.id),
      };
    },
    context,
  );
  if (found.challenge === null) throw challengeInvalid();
  return { challenge: found.challenge, proof };
}
