import { z } from 'zod';
import { workspaceNotActive } from '../../../kernel/access.ts';
import { linkGone } from '../../../kernel/links.ts';
import { shown } from '../../../kernel/shapes.ts';
import { portalTokenInvalid, portalTokenRequired } from '../../errors.ts';
import { query } from '../../ports.ts';
import { consentCategories, consentStates, statusAt, withdrawableUntil } from '../consent.ts';
import { ConsentGrantorView, ConsentScopeView, shownScope } from '../views.ts';
import {
  openedConsent,
  portalHeader,
  portalThrottle,
  portalThrottles,
  requireOpenRequest,
} from './opened-consent.ts';

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

export const getPortal = query({
  summary: 'See what a link of the records portal leads to',
  description:
    'For anyone who has the link. After the decision the link shows what was agreed to as long as it can be withdrawn by it.',
  access: 'anyone',
  always: true,
  cli: { command: 'governance portal show' },
  throttle: portalThrottle(),
  throttles: portalThrottles,
  input: z.strictObject({ authorization: portalHeader() }),
  output: z.object({
    package: z.null().describe('Null, because the link asks for a consent.'),
    consentRequest: PortalConsentRequestView.describe('What is asked for.'),
  }),
  errors: [portalTokenRequired, portalTokenInvalid, linkGone],

  async run(given, context) {
    const { consent, subject } = await openedConsent(given, context);
    requireOpenRequest(consent, context);
    const { workspaceIdentity, now } = context;
    const { id, category, scope, grantedBy, statementText, statementSha256 } = consent;
    const { name } = await workspaceIdentity.brand();
    return {
      package: null,
      consentRequest: {
        ...{ id, category, grantedBy, statementText, statementSha256 },
        workspaceName: name,
        subjectDisplayName: subject.displayName,
        scope: shownScope(scope),
        expiresAt: withdrawableUntil(consent) ?? consent.requestExpiresAt ?? now,
        status: statusAt(consent, now),
      },
    };
  },
});

/** What every endpoint that is opened by a link of the portal may refuse with. */
export const portalRefusals = [portalTokenRequired, portalTokenInvalid, linkGone, workspaceNotActive];
