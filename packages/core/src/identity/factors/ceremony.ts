import { base64urlOf } from '../../kernel/crypto.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import type { IdentityPorts } from '../ports.ts';
import { type Ceremony, challengeEnd } from './factor.ts';

/** Makes a challenge of 32 random bytes, which is kept until it is answered or five minutes are over (MFA-3). */
export async function beginCeremony(
  purpose: Ceremony['purpose'],
  userId: string | null,
  {
    now,
    random,
    newId,
    ceremonies,
  }: Pick<WritingContext, 'now' | 'random' | 'newId'> & Pick<IdentityPorts, 'ceremonies'>,
): Promise<Ceremony> {
  const ceremony = {
    id: newId(),
    userId,
    purpose,
    challenge: base64urlOf(random.bytes(32)),
    expiresAt: challengeEnd(now),
  };
  await ceremonies.add(ceremony);
  return ceremony;
}
