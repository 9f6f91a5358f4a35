import { z } from 'zod';
import { SecondFactorChallengeView } from '../factors/views.ts';
import { AuthSessionView, IdentityView } from '../views.ts';

/** The answer to a sign-in at a provider: a session, a challenge, or the identity that was linked. */
export const ProviderSignInView = z.union([
  AuthSessionView,
  SecondFactorChallengeView,
  z
    .object({ identity: IdentityView })
    .meta({ id: 'LinkedIdentity', description: 'The identity that was just linked.' }),
]);

/** The answer to a provider's answer, if the flow has a hand-off challenge. */
export const HandoffView = z
  .object({
    handoffCode: z.string().describe('It works once, within 60 seconds, with the verifier of the challenge.'),
    expiresAt: z.iso.datetime().describe('Until when the code works.'),
    redirectUrl: z.string().describe('The page of the web app, with the code after #.'),
  })
  .meta({ id: 'Handoff', description: 'What an application redeems for a session.' });

export const ProviderAnswerView = z.union([...ProviderSignInView.options, HandoffView]);
