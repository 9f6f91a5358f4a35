/** What signing in gives: every sign-in answer of the API has these fields, so it can be saved as it is. */
export interface Session {
  readonly accessToken: string;
  readonly accessTokenExpiresAt: string;
  readonly refreshToken: string;
}

/** Where a person's tokens are kept. The client loads them before each call and saves what a refresh gives. */
export interface SessionStore {
  /** The present session, or null when nobody is signed in. */
  load(): Session | null | Promise<Session | null>;
  /** Replaces it; null when the service has ended it. */
  save(session: Session | null): void | Promise<void>;
  /**
   * How to renew it where no refresh token is in your hands, such as one that your server keeps in a cookie. By default the
   * client sends the `refreshToken` of the present session. Throw the error of the call if it is refused.
   */
  renew?(): Session | Promise<Session>;
}

/** Keeps the session in this process only. */
export function memorySession(session: Session | null = null): SessionStore {
  return {
    load: () => session,
    save: (next) => {
      session = next;
    },
  };
}

/** Whether a sign-in gave a session. If not, it asks for a second factor: `identity.answerChallenge` gives the session. */
export function isSession<A extends { readonly tokenType: string }>(
  answer: A,
): answer is Extract<A, { readonly tokenType: 'Bearer' }> {
  return answer.tokenType === 'Bearer';
}
