import { z } from 'zod';
import { SecondFactorChallengeView } from '../factors/views.ts';
import { AuthSessionView, IdentityView } from '../views.ts';

/** What ends a sign-in at a provider: a session, a challenge, or the identity that was linked. */
export const ProviderSignInView = z.union([
  AuthSessionView,
  SecondFactorChallengeView,
  z.object({ identity: IdentityView }).meta({ id: 'LinkedIdentity' }),
]);

/** What the answer of a provider gives where the flow has a hand-off challenge. */
export const HandoffView = z
  .object({
    handoffCode: z.string().describe('Good once, within 60 s, with the verifier of the challenge.'),
    expiresAt: z.iso.datetime(),
    redirectUrl: z.string().describe('The page of the web app, with the code after #.'),
  })
  .meta({ id: 'Handoff' });

export const ProviderAnswerView = z.union([...ProviderSignInView.options, HandoffView]);
