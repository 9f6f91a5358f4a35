import type { Caller, IdentityProvider } from '@chancery/core';
import type { PlainPerson } from './plain-oidc.ts';
import { aStranger, type World } from './world.ts';

/** What a sign-in may say beside the token. */
export interface ProviderSignInOptions {
  readonly intent?: 'sign_in' | 'link';
  readonly invitationToken?: string;
  readonly displayName?: string;
  readonly authorizationCode?: string;
}

/** Signs the person in by an ID token of a native application, or links them to the caller. */
export function signInAt(
  { chancery, ports }: Pick<World, 'chancery' | 'ports'>,
  provider: IdentityProvider,
  person: PlainPerson,
  { displayName, authorizationCode, ...options }: ProviderSignInOptions = {},
  caller: Caller = aStranger(),
) {
  const nonce = `a nonce for ${person.subject}`;
  const token = ports.oidc.idToken(provider, person, nonce);
  return provider === 'google'
    ? chancery.identity.signInWithGoogle({ idToken: token, nonce, ...options }, caller)
    : chancery.identity.signInWithApple(
        {
          identityToken: token,
          nonce,
          ...options,
          ...(displayName === undefined ? {} : { displayName }),
          ...(authorizationCode === undefined ? {} : { authorizationCode }),
        },
        caller,
      );
}

type ProviderSignIn = Awaited<ReturnType<typeof signInAt>>;

/** The session that a sign-in at a provider returned; throws for any other answer. */
export function providerSessionOf(
  answer: ProviderSignIn,
): Extract<ProviderSignIn, { readonly tokenType: 'Bearer' }> {
  if (!('tokenType' in answer) || answer.tokenType !== 'Bearer')
    throw new Error(`No session: ${Object.keys(answer).join()}`);
  return answer;
}

/** The identity that was linked; throws for any other answer. */
export function identityOf(
  answer: ProviderSignIn,
): Extract<ProviderSignIn, { readonly identity: unknown }>['identity'] {
  if (!('identity' in answer)) throw new Error('Nothing was linked');
  return answer.identity;
}
