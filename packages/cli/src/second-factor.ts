import { type Chancery, ChanceryError, type Session } from '@chancery/sdk';
import { UsageError } from './exit-codes.ts';
import type { Surroundings } from './surroundings.ts';

/** What sign-in answers if the account has a second factor. */
export interface Challenge {
  readonly tokenType: 'Challenge';
  readonly challengeToken: string;
  readonly methods: readonly string[];
}

/** How the session is called in the list of sessions. */
export const deviceNameOf = ({ hostName }: Surroundings): string => `chancery on ${hostName}`.slice(0, 120);

const question = 'Code of your authenticator, or a recovery code: ';
const mostTries = 3;

/** Asks for the second factor until it is right, and gives the session; `given` is asked for by nobody and tried once. */
export async function metChallenge(
  { challengeToken, methods }: Challenge,
  client: Chancery,
  surroundings: Surroundings,
  given: string | undefined,
): Promise<Session> {
  if (!methods.includes('totp') && !methods.includes('recovery_code'))
    throw new UsageError(
      'This account takes only a passkey as second factor, and a terminal has none.',
      'Make recovery codes in the browser, or use an API key instead: `chancery auth login --with-api-key`',
    );
  const { ask } = surroundings;
  const deviceName = deviceNameOf(surroundings);
  for (let tries = 1; ; tries += 1) {
    const answer = given ?? (await ask(question, { hidden: true, instead: '--code' }));
    try {
      return await client.call<Session>('POST /api/v1/auth/factors/challenge', {
        challengeToken,
        ...answerOf(answer),
        deviceName,
      });
    } catch (error) {
      const isWrong = error instanceof ChanceryError && error.code === 'factor.code_invalid';
      if (!isWrong || given !== undefined || tries === mostTries) throw error;
    }
  }
}

/** Six digits are a code of the authenticator, however they are grouped; anything else is a recovery code. */
function answerOf(typed: string): { totpCode: string } | { recoveryCode: string } {
  const code = typed.replace(/\s/g, '');
  return /^\d{6}$/.test(code) ? { totpCode: code } : { recoveryCode: typed.trim() };
}
