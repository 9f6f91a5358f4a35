import { z } from 'zod';
import { multiline } from '../../kernel/shapes.ts';
import { onlyWhen } from '../../kernel/thing-permission.ts';
import { invalidField } from '../../kernel/validation.ts';
import {
  purposeOfUse,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
  writesOfRecords,
} from '../../records/index.ts';
import { secondPersonErrors } from '../../workspace/index.ts';
import {
  authorizationInvalidState,
  authorizationNotFound,
  authorizationPrivacyOfficerRequired,
  consentNotValid,
} from '../errors.ts';
import { command } from '../ports.ts';
import {
  authorizationStates,
  authorizationStatusAt,
  decidedAuthorization,
  needsPrivacyOfficer,
} from './authorization.ts';
import { requireConsent } from './consent-coverage.ts';
import { authorizationId, expectedVersion, singlePersonReason } from './disclosure-fields.ts';
import { onDisclosure } from './disclosure-permissions.ts';
import { revokeAuthorization } from './end-disclosures.ts';
import { aboutAuthorization, authorizationDecided } from './events.ts';
import { deniedAuthorization, type FoundAuthorization, foundAuthorization } from './found-disclosure.ts';
import { leadsOf } from './second-persons.ts';
import { shownAuthorization } from './shown-disclosure.ts';
import { AuthorizationView } from './views.ts';

const decisions = ['approve', 'deny', 'revoke'] as const;
type Decided = { readonly decision: (typeof decisions)[number] };

export const decideDisclosureAuthorization = command({
  summary: 'Approve, deny or revoke an authorization',
  description:
    'Somebody else decides than whoever asked for it, and with particular labels a privacy officer. To revoke it cancels the packages that were not released, and closes those that were unless you say otherwise.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { command: 'governance disclosures authorizations decide' },
  input: z.strictObject({
    authorizationId: authorizationId(),
    decision: z.enum(decisions).describe('What you decide.'),
    reason: multiline(1000, 3).optional().describe('Why; needed to deny and to revoke.'),
    cutReleasedAccess: z
      .boolean()
      .default(true)
      .describe('Whether revoking it closes what was released already to its recipients.'),
    singlePersonReason: singlePersonReason(),
    purposeOfUse: purposeOfUse(),
    expectedVersion: expectedVersion(),
  }),
  output: z.object({ authorization: AuthorizationView }),
  errors: [
    authorizationNotFound,
    authorizationInvalidState,
    authorizationPrivacyOfficerRequired,
    consentNotValid,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
    ...secondPersonErrors,
  ],
  denial: deniedAuthorization,

  find: (asked, context) => foundAuthorization(asked, context, 'for update'),
  may: [
    onlyWhen(
      'decision is approve or deny',
      (_found: FoundAuthorization, { decision }: Decided) => decision !== 'revoke',
      onDisclosure('decide'),
    ),
    onlyWhen(
      'decision is revoke',
      (_found: FoundAuthorization, { decision }: Decided) => decision === 'revoke',
      onDisclosure('revokeAuthorization'),
    ),
  ],
  version: ({ authorization }) => authorization.version,

  async run({ decision, reason: why, cutReleasedAccess, singlePersonReason: aloneBecause }, context) {
    const { found, now, user, accessedBy, disclosureAuthorizations } = context;
    const { authorization, recordCase } = found;
    const reason = why ?? null;
    if (authorizationStatusAt(authorization, now) === 'expired') throw authorizationInvalidState();
    if (!authorizationStates.can(authorization.status, decision)) throw authorizationInvalidState();
    if (decision !== 'approve' && reason === null)
      throw invalidField('/reason', 'field.required', 'Say why.');
    accessedBy(found.used);
    if (decision === 'revoke') {
      const end = { byUserId: user.userId, reason, cutReleasedAccess, tellsRecipient: true };
      const ended = await revokeAuthorization(authorization, recordCase, end, context);
      return { authorization: await shownAuthorization(ended.authorization, context) };
    }

    if (needsPrivacyOfficer(authorization) && !found.reader.duties.includes('privacy_officer'))
      throw authorizationPrivacyOfficerRequired();
    const { singlePerson } = await context.secondPersonRule.check(context, {
      step: 'authorization.decide',
      target: { kind: 'disclosure_authorization', id: authorization.id },
      requesterIds: [authorization.createdByUserId],
      countedFrom: authorization.requestedAt,
      mayAlso: await leadsOf(authorization.caseId, context, now),
      reason: aloneBecause ?? null,
      actor: user.userId,
    });
    if (decision === 'approve') await requireConsent(authorization, context);
    const said = { singlePerson, singlePersonReason: aloneBecause ?? null };
    const after = decidedAuthorization(
      authorization,
      { decision, reason, byUserId: user.userId, ...said },
      now,
    );
    const saved = await disclosureAuthorizations.save(after);
    context.emit(authorizationDecided, {
      ...aboutAuthorization(saved, recordCase),
      ...{ decision, reason, singlePerson },
    });
    return { authorization: await shownAuthorization(saved, context) };
  },
});
