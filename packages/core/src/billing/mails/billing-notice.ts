import {
  type Addressee,
  instantInWords,
  type MailCatalogue,
  type MailLanguage,
  mailIn,
  type RenderedMail,
} from '../../kernel/mail-template.ts';
import type { Instant } from '../../kernel/time.ts';
import type { BillingNotice } from '../events.ts';

interface Words {
  readonly notices: Readonly<
    Record<
      BillingNotice,
      { subject(workspace: string): string; says(workspace: string): string; readonly at: string }
    >
  >;
  readonly plan: string;
  readonly sum: string;
  readonly action: string;
  readonly footer: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    notices: {
      trial_ending: {
        subject: (workspace) => `The trial of ${workspace} ends soon`,
        says: (workspace) =>
          `The trial of ${workspace} ends soon. From then on the plan is paid; cancel before if you do not want that. Nothing of yours is deleted either way.`,
        at: 'Trial ends',
      },
      payment_failed: {
        subject: (workspace) => `A payment for ${workspace} failed`,
        says: (workspace) =>
          `A payment for ${workspace} is overdue. Everything goes on as usual for now; please check the payment method and open invoices.`,
        at: 'Everything stays on until',
      },
      access_limited: {
        subject: (workspace) => `${workspace} is limited until payment`,
        says: (workspace) =>
          `The payment for ${workspace} did not arrive in time. Reading, exporting, signing and finishing what was begun go on; making new things is held to the limits of the free plan. Paying lifts that at once.`,
        at: 'Limited since',
      },
      payment_received: {
        subject: (workspace) => `Payment received for ${workspace}`,
        says: (workspace) => `Thank you: the payment for ${workspace} has arrived and everything is on.`,
        at: 'Received',
      },
      cancellation_scheduled: {
        subject: (workspace) => `The subscription of ${workspace} will end`,
        says: (workspace) =>
          `The subscription of ${workspace} was cancelled and ends with the period that is paid for. Until then nothing changes, and it can be taken back.`,
        at: 'Ends',
      },
      subscription_refunded: {
        subject: (workspace) => `A second subscription of ${workspace} was refunded`,
        says: (workspace) =>
          `${workspace} was checked out twice. The first subscription holds; the second was ended and what was paid for it is on its way back.`,
        at: 'Ended',
      },
    },
    plan: 'Plan',
    sum: 'Amount',
    action: 'Open billing',
    footer: 'You receive this because you own the workspace.',
  },
  de: {
    notices: {
      trial_ending: {
        subject: (workspace) => `Die Probezeit von ${workspace} endet bald`,
        says: (workspace) =>
          `Die Probezeit von ${workspace} endet bald. Danach kostet der Tarif; kündigen Sie vorher, wenn Sie das nicht möchten. Gelöscht wird in keinem Fall etwas.`,
        at: 'Ende der Probezeit',
      },
      payment_failed: {
        subject: (workspace) => `Eine Zahlung für ${workspace} ist fehlgeschlagen`,
        says: (workspace) =>
          `Eine Zahlung für ${workspace} ist überfällig. Vorerst läuft alles weiter; bitte prüfen Sie Zahlungsmittel und offene Rechnungen.`,
        at: 'Alles bleibt an bis',
      },
      access_limited: {
        subject: (workspace) => `${workspace} ist bis zur Zahlung eingeschränkt`,
        says: (workspace) =>
          `Die Zahlung für ${workspace} ist nicht rechtzeitig eingegangen. Lesen, Ausgeben, Unterschreiben und Beenden von Begonnenem gehen weiter; für Neues gelten die Grenzen des kostenlosen Tarifs. Eine Zahlung hebt das sofort auf.`,
        at: 'Eingeschränkt seit',
      },
      payment_received: {
        subject: (workspace) => `Zahlung für ${workspace} eingegangen`,
        says: (workspace) => `Vielen Dank: Die Zahlung für ${workspace} ist da, alles ist eingeschaltet.`,
        at: 'Eingegangen',
      },
      cancellation_scheduled: {
        subject: (workspace) => `Das Abonnement von ${workspace} endet`,
        says: (workspace) =>
          `Das Abonnement von ${workspace} wurde gekündigt und endet mit dem bezahlten Zeitraum. Bis dahin ändert sich nichts, und die Kündigung lässt sich zurücknehmen.`,
        at: 'Endet',
      },
      subscription_refunded: {
        subject: (workspace) => `Ein zweites Abonnement von ${workspace} wurde erstattet`,
        says: (workspace) =>
          `${workspace} wurde zweimal bestellt. Das erste Abonnement gilt; das zweite ist beendet, und was dafür bezahlt wurde, ist auf dem Rückweg.`,
        at: 'Beendet',
      },
    },
    plan: 'Tarif',
    sum: 'Betrag',
    action: 'Abrechnung öffnen',
    footer: 'Sie erhalten diese Mail, weil Ihnen der Workspace gehört.',
  },
};

interface BillingNoticeInput extends Addressee {
  readonly notice: BillingNotice;
  readonly workspaceName: string;
  readonly planName: string;
  /** The time of what the mail is about. */
  readonly at: Instant;
  /** An amount in minor units. */
  readonly sum: { readonly amount: number; readonly currency: string } | null;
  /** The URL of the billing page in the web app. */
  readonly link: string;
}

/**
 * The mails `trial-ending`, `payment-failed`, `access-limited`, `payment-received`, `cancellation-scheduled` and
 * `subscription-refunded` to each owner of the workspace.
 */
export function billingNoticeMail(input: BillingNoticeInput): RenderedMail {
  return mailIn(catalogue, input, (words, language) => {
    const notice = words.notices[input.notice];
    return {
      subject: notice.subject(input.workspaceName),
      paragraphs: [notice.says(input.workspaceName)],
      facts: [
        { label: words.plan, value: input.planName },
        { label: notice.at, value: instantInWords(language, input.at) },
        ...(input.sum === null ? [] : [{ label: words.sum, value: moneyInWords(language, input.sum) }]),
      ],
      action: { label: words.action, url: input.link },
      footer: [words.footer],
    };
  });
}

/** Writes `USD 12.00` or `12,00 USD`: with the code, since several currencies share a sign. */
function moneyInWords(
  language: MailLanguage,
  { amount, currency }: { amount: number; currency: string },
): string {
  const format = new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'code' });
  const { maximumFractionDigits = 2 } = format.resolvedOptions();
  return format.format(amount / 10 ** maximumFractionDigits);
}
