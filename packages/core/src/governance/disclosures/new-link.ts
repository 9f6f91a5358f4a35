import { utf8 } from '../../kernel/crypto.ts';
import type { WritingContext } from '../../kernel/handler-context.ts';
import type { GovernancePorts } from '../ports.ts';
import { portalLinkMailDue } from './events.ts';
import { portalAddress, portalTokenStates, sealOfPortalToken } from './portal-token.ts';
import { type ReleasePackage, recipientKey } from './release-package.ts';

type Context = Pick<GovernancePorts, 'portalTokens'> & WritingContext;

/** Makes the link of a package: it is mailed to the recipient, or returned once for whoever passes it on (GOV-36). */
export async function newPortalLink(
  { id: packageId, recipient }: Pick<ReleasePackage, 'id' | 'recipient'>,
  delivery: ReleasePackage['delivery'],
  { portalTokens, linkTokens, keyRing, settings, workspaceId, now, emit }: Context,
): Promise<string | null> {
  const token = linkTokens.random();
  const tokenHash = linkTokens.hash(token);
  const isMailed = delivery === 'email';
  await portalTokens.add({
    ...{ tokenHash, packageId },
    recipientKey: recipientKey(workspaceId, recipient.email, keyRing),
    status: portalTokenStates.begin('live'),
    sealedToken: isMailed ? keyRing.seal(utf8(token), sealOfPortalToken(tokenHash)) : null,
    createdAt: now,
    endedAt: null,
  });
  if (isMailed) emit(portalLinkMailDue, { packageId, tokenHash });
  return isMailed ? null : portalAddress(settings.webUrl, token);
}
