import { z } from 'zod';
import { misses } from '../../kernel/throttling.ts';
import { action } from '../ports.ts';
import { concluded, countMailOfFlow, proofOf } from './answered-flow.ts';
import { idTokenInvalid, providerDenied, stateInvalid } from './errors.ts';
import { completionErrors } from './native-token.ts';
import { ProviderAnswerView } from './views.ts';

const answerFields = {
  code: z
    .string()
    .min(1)
    .max(4096)
    .optional()
    .describe('The authorization code with which the provider sent the browser back.'),
  state: z
    .string()
    .max(1024)
    .optional()
    .describe('The state that ties the answer of the provider to this sign-in.'),
  error: z.string().max(1024).optional().describe('What the provider says went wrong.'),
  flowCookie: z
    .string()
    .max(4096)
    .optional()
    .describe('The flowCookie that the browser was given when it began, in flows without a hand-off.'),
};

const errors = [stateInvalid, providerDenied, idTokenInvalid, ...completionErrors];

export const finishAppleSignIn = action({
  summary: 'Finish a sign-in at Apple',
  description:
    'Apple sends the browser here, with a posted form. With a hand-off the answer is a page that goes on to the web app, or JSON if Accept asks for that.',
  access: 'anyone',
  throttle: misses('provider_answer', 30),
  databaseRole: 'identity',
  secret: true,
  idempotent: false,
  body: { form: 'fields', mediaTypes: ['application/x-www-form-urlencoded'] },
  input: z.strictObject({
    ...answerFields,
    user: z
      .string()
      .max(4096)
      .optional()
      .describe('JSON with the name, which Apple sends with the first sign-in only.'),
  }),
  output: ProviderAnswerView,
  errors,
  signsIn: () => null,

  async prepare(input, context) {
    const { state, code, error, flowCookie } = input;
    const answer = { state, code, error, flowCookie, issuer: undefined };
    const { flow, identity, refreshToken } = await proofOf('apple', answer, context);
    const proof = { identity, refreshToken, displayName: nameIn(input.user) };
    return { flow, proof, mayMailIt: await countMailOfFlow(flow, proof, context) };
  },

  run: (_, context) => concluded(context.prepared, context),
});

export const finishGoogleSignIn = action({
  summary: 'Finish a sign-in at Google',
  description:
    'Google sends the browser here. With a hand-off the answer is a page that goes on to the web app, or JSON if Accept asks for that.',
  access: 'anyone',
  throttle: misses('provider_answer', 30),
  databaseRole: 'identity',
  secret: true,
  idempotent: false,
  input: z.strictObject({
    ...answerFields,
    iss: z.string().max(1024).optional().describe('Who issued the answer, as the provider names itself.'),
  }),
  output: ProviderAnswerView,
  errors,
  signsIn: () => null,

  async prepare(input, context) {
    const { state, code, error, flowCookie, iss: issuer } = input;
    const answer = { state, code, error, flowCookie, issuer };
    const { flow, identity, refreshToken } = await proofOf('google', answer, context);
    const proof = { identity, refreshToken, displayName: null };
    return { flow, proof, mayMailIt: await countMailOfFlow(flow, proof, context) };
  },

  run: (_, context) => concluded(context.prepared, context),
});

const AppleUser = z.object({
  name: z
    .object({ firstName: z.string().optional(), lastName: z.string().optional() })
    .optional()
    .describe('The name that the person shared with this application.'),
});

/** The name of Apple's `user` field; null if it has none or is not what Apple sends. It proves nothing (OID-12). */
function nameIn(user: string | undefined): string | null {
  try {
    const { name } = AppleUser.parse(JSON.parse(user ?? ''));
    return [name?.firstName, name?.lastName].filter(Boolean).join(' ') || null;
  } catch {
    return null;
  }
}
