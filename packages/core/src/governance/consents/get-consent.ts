import { z } from 'zod';
import { purposeOfUse, recordsPurposeNotAllowed, recordsPurposeRequired } from '../../records/index.ts';
import { consentNotFound } from '../errors.ts';
import { query } from '../ports.ts';
import { consentId } from './consent-fields.ts';
import { deniedConsent, foundConsent, onConsents, sayConsentsRead } from './found-consent.ts';
import { shownConsent } from './shown-consent.ts';
import { ConsentView } from './views.ts';

export const getRecordConsent = query({
  summary: 'Read a consent',
  description: 'With the text that was agreed to, and how it was signed.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  cli: { command: 'governance consents get' },
  input: z.strictObject({ consentId: consentId(), purposeOfUse: purposeOfUse() }),
  output: z.object({ consent: ConsentView }),
  errors: [consentNotFound, recordsPurposeRequired, recordsPurposeNotAllowed],
  denial: deniedConsent,

  find: (asked, context) => foundConsent(asked, context),
  may: onConsents('read'),

  async run(_, context) {
    const { consent } = context.found;
    sayConsentsRead([consent], context.found, context);
    return { consent: await shownConsent(consent, context) };
  },
});
