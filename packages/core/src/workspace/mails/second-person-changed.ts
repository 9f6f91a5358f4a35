import type { MailCatalogue, RenderedMail } from '../../kernel/mail-template.ts';
import { type MembershipMailInput, type MembershipMailWords, membershipMail } from './membership-mail.ts';

interface Input extends MembershipMailInput {
  readonly notice: 'enabled' | 'changed' | 'disabled' | 'ended';
  readonly hours: number;
  /** The URL of the setting in the web app. */
  readonly link: string;
}

const catalogue: MailCatalogue<MembershipMailWords<Input>> = {
  en: {
    subject: ({ workspaceName }) => `Decisions by one person in ${workspaceName}`,
    paragraphs: ({ workspaceName, notice, hours }) => [
      {
        enabled: `In ${workspaceName} one person may from now on take alone a step that asks for a second one, ${hours} hours after asking for it and with a reason. Each such step is recorded and mailed to the owners.`,
        changed: `In ${workspaceName} the time before one person may take a step alone is now ${hours} hours. What waits already is not let through earlier.`,
        disabled: `In ${workspaceName} steps that ask for a second person need one again. What was decided alone stands.`,
        ended: `${workspaceName} has somebody again who can act as second person, so steps that ask for one need one from now on. What was decided alone stands.`,
      }[notice],
    ],
    footer: 'You receive this because you are an owner of the workspace.',
  },
  de: {
    subject: ({ workspaceName }) => `Entscheidungen durch eine Person in ${workspaceName}`,
    paragraphs: ({ workspaceName, notice, hours }) => [
      {
        enabled: `In ${workspaceName} darf eine Person ab jetzt einen Schritt, der eine zweite verlangt, allein tun: ${hours} Stunden nach der Anfrage und mit Begründung. Jeder solche Schritt wird festgehalten und den Eigentümern gemeldet.`,
        changed: `In ${workspaceName} beträgt die Frist, nach der eine Person einen Schritt allein tun darf, jetzt ${hours} Stunden. Was schon wartet, wird dadurch nicht früher möglich.`,
        disabled: `In ${workspaceName} brauchen Schritte, die eine zweite Person verlangen, sie wieder. Was allein entschieden wurde, bleibt bestehen.`,
        ended: `In ${workspaceName} kann wieder jemand als zweite Person handeln. Schritte, die eine verlangen, brauchen sie ab jetzt. Was allein entschieden wurde, bleibt bestehen.`,
      }[notice],
    ],
    footer: 'Sie erhalten diese Mail als Eigentümerin oder Eigentümer des Workspace.',
  },
};
const labels = { en: 'Open the setting', de: 'Einstellung öffnen' };

/** The mail `second-person-changed` to each owner. */
export const secondPersonChangedMail = (input: Input): RenderedMail =>
  membershipMail(catalogue, input, { labels, url: input.link });
