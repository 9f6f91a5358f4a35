import { z } from 'zod';
import { shown } from '../../../kernel/shapes.ts';
import { consentCategories, consentStates, statusAt, withdrawableUntil } from '../consent.ts';
import { ConsentGrantorView, ConsentScopeView, shownScope } from '../views.ts';
import { type Opening, openedConsent, requireOpenRequest, type Shown } from './opened-consent.ts';

export const PortalConsentRequestView = z
  .object({
    id: shown.ownId(),
    workspaceName: z.string().describe('Who asks.'),
    subjectDisplayName: z.string().describe('Whom it is about.'),
    category: z.enum(consentCategories).describe('What it is about.'),
    scope: ConsentScopeView.describe('How far it reaches.'),
    grantedBy: ConsentGrantorView.describe('Who is asked.'),
    statementText: z.string().describe('What exactly is agreed to.'),
    statementSha256: z.string().describe('The SHA-256 of that text, which the decision names.'),
    expiresAt: shown.instant().describe('Until when the link works.'),
    status: z.enum(consentStates.states).describe('Whether it was decided.'),
  })
  .meta({ id: 'PortalConsentRequest', description: 'A consent that somebody is asked for by a link.' });

/** What a link asks for, or what was agreed to by it as long as it can be withdrawn. */
export async function askedConsent(
  link: Shown,
  context: Opening,
): Promise<z.input<typeof PortalConsentRequestView>> {
  const { consent, subject } = await openedConsent(link, context);
  requireOpenRequest(consent, context);
  const { workspaceIdentity, now } = context;
  const { id, category, scope, grantedBy, statementText, statementSha256 } = consent;
  const { name } = await workspaceIdentity.brand();
  return {
    ...{ id, category, grantedBy, statementText, statementSha256 },
    workspaceName: name,
    subjectDisplayName: subject.displayName,
    scope: shownScope(scope),
    expiresAt: withdrawableUntil(consent) ?? consent.requestExpiresAt ?? now,
    status: statusAt(consent, now),
  };
}
