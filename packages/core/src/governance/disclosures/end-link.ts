import type { FollowUpContext } from '../../kernel/reacting-context.ts';
import type { GovernancePorts } from '../ports.ts';
import { portalTokenStates } from './portal-token.ts';

/** Why a link ends. */
type LinkEnd = 'replace' | 'revoke' | 'expire';

/** Ends the live link of a package, if it has one, and everything that its access code has opened. */
export const endLink = (
  packageId: string,
  action: LinkEnd,
  { portalTokens, now }: Pick<GovernancePorts, 'portalTokens'> & Pick<FollowUpContext, 'now'>,
): Promise<number> => portalTokens.end(packageId, portalTokenStates.next('live', action), now);
