import { z } from 'zod';
import { shown, version } from '../../kernel/shapes.ts';
import { onlyWhen } from '../../kernel/thing-permission.ts';
import {
  purposeOfUse,
  reason,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
  writesOfRecords,
} from '../../records/index.ts';
import { consentInvalidState, consentNotFound } from '../errors.ts';
import { command } from '../ports.ts';
import { statusAt } from './consent.ts';
import { consentId } from './consent-fields.ts';
import { revokeConsent } from './end-consent.ts';
import { deniedConsent, type FoundConsent, foundConsent, onConsents } from './found-consent.ts';
import { shownConsent } from './shown-consent.ts';
import { ConsentView } from './views.ts';

export const revokeRecordConsent = command({
  summary: 'Revoke a consent, or the request for it',
  description:
    'From this moment on nothing is disclosed on it. The link of a request ends. With enteredInError the consent counts as never given.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  throttles: writesOfRecords,
  cli: { command: 'governance consents revoke' },
  input: z.strictObject({
    consentId: consentId(),
    reason: reason().describe('Why it is revoked.'),
    cutReleasedAccess: z
      .boolean()
      .default(true)
      .describe('Whether what was released on it already is closed to its recipients too.'),
    enteredInError: z
      .boolean()
      .default(false)
      .describe('Whether it should never have been recorded; for leads of its cases and privacy officers.'),
    purposeOfUse: purposeOfUse(),
    expectedVersion: version().optional(),
  }),
  output: z.object({
    consent: ConsentView,
    affectedPackages: z
      .array(
        z.object({
          packageId: shown.id().describe('The id of the release package.'),
          status: z.string().describe('What has become of it.'),
        }),
      )
      .describe('What was prepared or released on it.'),
  }),
  errors: [consentNotFound, consentInvalidState, recordsPurposeRequired, recordsPurposeNotAllowed],
  denial: deniedConsent,

  find: (asked, context) => foundConsent(asked, context, 'for update'),
  may: [
    onConsents('write'),
    onlyWhen(
      'enteredInError is true',
      (_found: FoundConsent, { enteredInError }: { readonly enteredInError: boolean }) => enteredInError,
      onConsents('void'),
    ),
  ],
  version: ({ consent }) => consent.version,

  async run({ reason: why, enteredInError, cutReleasedAccess }, context) {
    const { subject, consent, used } = context.found;
    const { user, now, accessedBy } = context;
    // What has ended by the clock is not ended a second time; that it was an error can still be said.
    if (statusAt(consent, now) === 'expired' && !enteredInError) throw consentInvalidState();
    accessedBy(used);
    const { consent: ended, packages } = await revokeConsent(
      consent,
      subject,
      { byUserId: user.userId, reason: why, enteredInError, cutReleasedAccess },
      context,
    );
    return {
      consent: await shownConsent(ended, context),
      affectedPackages: packages.map(({ id, status }) => ({ packageId: id, status })),
    };
  },
});
