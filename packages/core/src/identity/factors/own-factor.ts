import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { IdentityPorts } from '../ports.ts';
import { factorNotFound } from './errors.ts';
import { type Factor, hasLapsed } from './factor.ts';

/** Returns a factor of the caller, or throws `factor.not_found`, also for one that was not confirmed in time. */
export async function ownFactor(
  factorId: string,
  { user, now, factors }: Pick<HandlerContext, 'user' | 'now'> & Pick<IdentityPorts, 'factors'>,
): Promise<Factor> {
  const factor = await factors.get(user.userId, factorId);
  if (factor === null || hasLapsed(factor, now)) throw factorNotFound();
  return factor;
}
