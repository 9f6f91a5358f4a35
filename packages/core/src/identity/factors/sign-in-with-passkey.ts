import { z } from 'zod';
import { id, visibleName, workspaceId } from '../../kernel/shapes.ts';
import { tokenMisses } from '../../kernel/throttling.ts';
import { accountSuspended } from '../errors.ts';
import { action } from '../ports.ts';
import { sessionOpened } from '../sign-in-outcome.ts';
import { AuthSessionView } from '../views.ts';
import { assertionProof, webAuthnResponse } from './answer.ts';
import { passkeyInvalid } from './errors.ts';
import { cancelPendingFactorReset } from './factor-reset-cancellation.ts';

export const signInWithPasskey = action({
  summary: 'Sign in with a passkey',
  description:
    'Send what the browser returned for assertion options that were requested without a credential. No address, password or second step is needed.',
  access: 'anyone',
  databaseRole: 'identity',
  secret: true,
  throttle: tokenMisses(),
  input: z.strictObject({
    ceremonyId: id().describe('The id of the ceremony that the browser is asked to carry out.'),
    response: webAuthnResponse('AuthenticationResponseJSON'),
    deviceName: visibleName(120).optional().describe('The name of this device in the list of sessions.'),
    workspaceId: workspaceId()
      .optional()
      .describe('The workspace to be active in; it is ignored if you cannot act there.'),
  }),
  output: AuthSessionView,
  errors: [passkeyInvalid, accountSuspended],
  signsIn: () => null,

  // Every fault gives the same answer, so that nobody learns which passkeys exist (MFA-11).
  async prepare({ ceremonyId, response }, context) {
    const { now, transact } = context;
    const { challenge, passkey } = await transact(async ({ ceremonies, factors }) => ({
      challenge: await ceremonies.spend(ceremonyId, 'assert', null, now),
      passkey: await factors.byCredential(response.id),
    }));
    if (challenge === null || passkey === null) throw passkeyInvalid();
    const proof = await assertionProof(response, challenge, passkey, context);
    if (proof === null) throw passkeyInvalid();
    return { userId: passkey.userId, proof };
  },

  async run(input, context) {
    const { now, accounts, factors, prepared } = context;
    const { userId, proof } = prepared;
    const account = await accounts.get(userId);
    if (account.status === 'deactivated') throw passkeyInvalid();
    if (account.status !== 'active') throw accountSuspended();
    if (!(await factors.takeCount(proof.factorId, proof.signCount, proof.backedUp, now)))
      throw passkeyInvalid();

    await cancelPendingFactorReset(userId, null, context);
    return sessionOpened(
      {
        account,
        authMethod: 'passkey',
        deviceName: input.deviceName ?? null,
        knownDevice: null,
        isNewUser: false,
        workspaceId: input.workspaceId ?? null,
      },
      null,
      context,
    );
  },
});
