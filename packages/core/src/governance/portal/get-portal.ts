import { z } from 'zod';
import { askedConsent, PortalConsentRequestView } from '../consents/portal/asked-consent.ts';
import {
  portalHeader,
  portalThrottle,
  portalThrottles,
  secretOfLink,
} from '../consents/portal/opened-consent.ts';
import { PortalPackageView } from '../disclosures/portal-package.ts';
import { action } from '../ports.ts';
import { countedOpening, requireOpening } from './counted-opening.ts';
import { openedPackage } from './opened-package.ts';
import { contentRefusals, goodLink } from './portal-fields.ts';
import { openedWords, packageReading, shownPackage } from './read-package.ts';
import { RecordAccessView, shownAccesses } from './shown-accesses.ts';

export const getPortal = action({
  summary: 'See what a link of the records portal leads to',
  description:
    'For anyone who has the link. Of a package it shows what is in it, and nothing that is written until all that is required was done; read what is written by the package itself. The link of a consent shows what is asked, and after the decision what was agreed to as long as it can be withdrawn by it.',
  access: 'anyone',
  always: true,
  countsAsRead: true,
  cli: { command: 'governance portal show' },
  throttle: portalThrottle(...goodLink),
  throttles: portalThrottles,
  input: z.strictObject({ authorization: portalHeader() }),
  output: z.object({
    package: PortalPackageView.nullable().describe('What was released; null if the link asks for a consent.'),
    consentRequest: PortalConsentRequestView.nullable().describe(
      'What is asked for; null if the link leads to a package.',
    ),
    accesses: z
      .array(RecordAccessView)
      .nullable()
      .describe(
        'Who was given something of the released entries, the newest first; null unless you are their subject.',
      ),
  }),
  errors: contentRefusals,

  async prepare(link, context) {
    const read = await context.transact(async (work) => {
      if ((await work.consents.ofToken(work.linkTokens.hash(secretOfLink(link)))) !== null)
        return { consentRequest: await askedConsent(link, work) };
      const opened = await openedPackage(link, work);
      return { reading: await packageReading(opened, { withContent: false }, work) };
    });
    if (read.reading === undefined) return read;
    return { ...read, words: await openedWords(read.reading, context) };
  },

  async run(link, context) {
    const { prepared } = context;
    if (prepared.reading === undefined)
      return { package: null, consentRequest: prepared.consentRequest, accesses: null };
    const opened = await openedPackage(link, context);
    const isOpen = opened.requires.length === 0 && prepared.reading.requires.length === 0;
    if (isOpen) requireOpening(opened, context);
    return {
      package: shownPackage(prepared.reading, prepared.words, opened.activity),
      consentRequest: null,
      accesses: isOpen ? await shownAccesses(opened, prepared.reading.items, context) : null,
    };
  },

  /** Only what somebody gets is an opening. */
  async delivering({ package: shown }, link, { transact }) {
    if (shown === null || shown.requires.length > 0) return;
    await transact(async (work) => {
      const opened = await openedPackage(link, work, 'for update');
      if (opened.requires.length === 0) await countedOpening(opened, work);
    });
  },
});
