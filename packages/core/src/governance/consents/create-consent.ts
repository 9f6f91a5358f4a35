import { z } from 'zod';
import { mailBudgetUsed } from '../../kernel/outside-mail.ts';
import {
  purposeOfUse,
  recordsPurposeNotAllowed,
  recordsPurposeRequired,
  requireLiving,
  subjectInvalidState,
  subjectNotFound,
  writesOfRecords,
} from '../../records/index.ts';
import { command } from '../ports.ts';
import { newConsentFields } from './consent-fields.ts';
import { aboutConsent, consentGranted, consentMailDue, consentRequested } from './events.ts';
import { deniedConsentsOf, onConsents } from './found-consent.ts';
import { newConsent, requireDocument, requireSoundConsent } from './new-consent.ts';
import { shownConsent } from './shown-consent.ts';
import { ConsentView } from './views.ts';

export const createRecordConsent = command({
  summary: 'Record a consent, or ask for one',
  description:
    'With the method portal a link is mailed to whoever is to give it, and the consent holds once they have accepted. Every other method records what was given already. A consent is never changed: revoke it, and record another one.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  always: true,
  outside: ({ method }) => method === 'portal',
  throttles: writesOfRecords,
  cli: { command: 'governance consents create', example: { category: 'disclosure', method: 'written' } },
  input: z.strictObject({ ...newConsentFields, purposeOfUse: purposeOfUse() }),
  output: z.object({ consent: ConsentView }),
  errors: [
    subjectNotFound,
    subjectInvalidState,
    recordsPurposeRequired,
    recordsPurposeNotAllowed,
    mailBudgetUsed,
  ],
  denial: deniedConsentsOf,

  find: (asked, context) => context.recordSubjects.seen(asked, context, 'for update'),
  may: onConsents('write'),

  async run({ purposeOfUse: _, ...input }, context) {
    const { consents, found, now, emit, accessedBy } = context;
    const { subject, used } = found;
    requireLiving(subject);
    if (subject.status === 'archived') throw subjectInvalidState();
    requireSoundConsent(input, now);
    await requireDocument(input.documentId, context);

    const consent = newConsent(input, context);
    await consents.add(consent);
    accessedBy(used);
    emit(consent.status === 'requested' ? consentRequested : consentGranted, aboutConsent(consent, subject));
    if (consent.status === 'requested') emit(consentMailDue, { consentId: consent.id, occasion: 'request' });
    return { consent: await shownConsent(consent, context) };
  },
});
