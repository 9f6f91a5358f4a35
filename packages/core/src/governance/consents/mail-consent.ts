import { openedText } from '../../kernel/opened-text.ts';
import { isRestricted, type Subject } from '../../records/index.ts';
import { governanceMailJobs } from '../jobs.ts';
import { type GovernancePorts, type GovernanceReacting, reaction } from '../ports.ts';
import { type Consent, consentAddress, sealOfConsentToken, statusAt } from './consent.ts';
import { consentMailDue } from './events.ts';
import { consentMailTopic } from './mail-topic.ts';
import { consentCopyMail, consentRequestMail } from './mails/consent-mail.ts';

/** Mails whoever is asked for a consent: the request, its reminder, and a copy of what they decided. */
export const mailConsent = reaction(
  consentMailDue,
  {
    topic: consentMailTopic,
    policy: governanceMailJobs,
    aggregate: ({ consentId }) => ({ type: 'consent', id: consentId }),
    mails: { beyond: 'refuse', outsiders: askedPeople },
  },
  async ({ consentId, occasion }, context) => {
    const found = await context.read((ports) => addressed(consentId, ports));
    if (found === null) return;
    const { consent } = found;
    if (occasion === 'copy') await sendCopy(found, context);
    else if (statusAt(consent, context.now) === 'requested') await sendRequest(found, occasion, context);
  },
);

interface Addressed {
  readonly consent: Consent;
  readonly subject: Subject;
  readonly to: { readonly address: string; readonly name: string };
  readonly brand: { readonly name: string; readonly logoUrl: string | null };
  readonly timeZone: string;
  readonly locale: string;
}

async function addressed(
  consentId: string,
  { consents, recordSubjects, workspaceIdentity }: GovernancePorts,
): Promise<Addressed | null> {
  const consent = await consents.get(consentId);
  const subject = consent && (await recordSubjects.get(consent.subjectId));
  if (consent === null || subject === null || consent.requestEmail === null) return null;
  const { name, logoUrl, defaultTimeZone, defaultLocale } = await workspaceIdentity.profile();
  return {
    consent,
    subject,
    to: { address: consent.requestEmail, name: consent.grantedBy.name },
    brand: { name, logoUrl },
    timeZone: defaultTimeZone,
    // The person speaks their own language if it is they who are asked.
    locale: (consent.grantedBy.kind === 'subject' ? subject.language : null) ?? defaultLocale,
  };
}

async function sendRequest(
  { consent, to, brand, timeZone, locale }: Addressed,
  occasion: 'request' | 'reminder',
  { keyRing, settings, timeZones, mail }: GovernanceReacting,
): Promise<void> {
  const { id, sealedToken, requestMessage, requestExpiresAt } = consent;
  if (sealedToken === null || requestExpiresAt === null) return;
  const token = openedText(keyRing, sealedToken, sealOfConsentToken(id));
  await mail.send({
    key: occasion,
    to,
    ...consentRequestMail({
      ...{ occasion, brand, timeZone, locale },
      recipientName: to.name,
      message: requestMessage,
      expiresAt: requestExpiresAt,
      rules: timeZones,
      link: consentAddress(settings.webUrl, token),
    }),
  });
}

async function sendCopy(
  { consent, subject, to, brand, locale }: Addressed,
  { mail }: GovernanceReacting,
): Promise<void> {
  const { signature, decidedAt, statementSha256, statementText } = consent;
  if (signature === null || decidedAt === null) return;
  await mail.send({
    key: 'copy',
    to,
    ...consentCopyMail({
      ...{ brand, locale, decidedAt, statementSha256 },
      recipientName: to.name,
      outcome: consent.status === 'rejected' ? 'declined' : 'accepted',
      signerName: signature.signerName,
      statementText: isRestricted(subject.effectiveMask) ? null : statementText,
    }),
  });
}

/** The addresses that these mails go to, of each who is no member of the workspace (PLT-30). */
async function askedPeople(
  events: readonly { readonly consentId: string }[],
  { consents, memberDirectory }: GovernancePorts,
): Promise<readonly (readonly string[])[]> {
  const addresses: string[][] = [];
  for (const { consentId } of events) {
    const address = (await consents.get(consentId))?.requestEmail ?? null;
    const isOutside = address !== null && (await memberDirectory.byEmail(address)) === null;
    addresses.push(isOutside ? [address] : []);
  }
  return addresses;
}
