import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { id } from '../../kernel/shapes.ts';
import { labels, labelsOf, recordWebhook, type Subject } from '../../records/index.ts';
import { type Consent, consentCategories } from './consent.ts';

const about = {
  consentId: id(),
  subjectId: id(),
  labels: z.array(z.enum(labels)),
  category: z.enum(consentCategories),
  version: z.int(),
};
type AboutConsent = z.output<z.ZodObject<typeof about>>;

/** What every event about a consent says of it. */
export const aboutConsent = (
  { id: consentId, subjectId, category, version }: Consent,
  { effectiveMask }: Pick<Subject, 'effectiveMask'>,
) => ({ consentId, subjectId, category, version, labels: [...labelsOf(effectiveMask)] });

const ofConsent = {
  target: ({ consentId, version }: AboutConsent) => ({ kind: 'consent', id: consentId, version }),
  refs: ({ subjectId }: AboutConsent) => ({ subjectId }),
  labels: (data: AboutConsent) => data.labels,
  facts: ({ category }: AboutConsent) => ({ category }),
};
const leaving = { webhook: recordWebhook(ofConsent.target) };

export const consentRequested = event('consent.requested', z.strictObject(about), ofConsent);
export const consentGranted = event('consent.granted', z.strictObject(about), ofConsent, leaving);
export const consentRejected = event('consent.rejected', z.strictObject(about), ofConsent);
export const consentRevoked = event(
  'consent.revoked',
  z.strictObject({ ...about, enteredInError: z.boolean(), reason: z.string().nullable() }),
  {
    ...ofConsent,
    facts: ({ category, enteredInError }) => ({ category, enteredInError }),
    detail: ({ reason }) => ({ reason }),
  },
  leaving,
);
export const consentExpired = event('consent.expired', z.strictObject(about), ofConsent);

/** A mail to whoever is asked is due: the request, or its reminder. */
export const consentMailDue = event(
  'consent.mail_due',
  z.strictObject({ consentId: id(), occasion: z.enum(['request', 'reminder', 'copy']) }),
  null,
);
