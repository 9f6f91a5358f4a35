import { type Addressee, type MailCatalogue, mailIn, type RenderedMail } from '../../kernel/mail-template.ts';
import type { RequestOwnerNotice } from '../notices.ts';

interface Words {
  readonly subject: Readonly<Record<RequestOwnerNotice, (title: string) => string>>;
  readonly what: Readonly<Record<RequestOwnerNotice, (client: string, workspace: string) => string>>;
  readonly next: Readonly<Record<RequestOwnerNotice, string>>;
  readonly about: string;
  readonly client: string;
  readonly action: string;
  readonly footer: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: {
      submitted: (title) => `Everything is there: ${title}`,
      undeliverable: (title) => `The link could not be mailed: ${title}`,
      storage_full: (title) => `No storage left: ${title}`,
      quarantined: (title) => `File locked away: ${title}`,
    },
    what: {
      submitted: (client, workspace) => `${client} has sent everything that ${workspace} asked for.`,
      storage_full: (client, workspace) =>
        `${client} could not send a file, because the storage of ${workspace} is used up.`,
      quarantined: (client, workspace) =>
        `A file that ${client} sent to ${workspace} was found to be harmful or of a kind that is not taken. Nobody gets it, and it is deleted in a week.`,
      undeliverable: (client, workspace) =>
        `The mail by which ${workspace} asks ${client} for files could not be delivered.`,
    },
    next: {
      submitted: 'Look at the files, and accept or reject each of them.',
      storage_full:
        'Destroy what is in the trash, or choose a larger plan; the client can send the file then. You get at most one such mail a day.',
      quarantined: 'The client was told, and can send another file.',
      undeliverable: 'Correct the address and send the request again, or hand over a link yourself.',
    },
    about: 'Request',
    client: 'Client',
    action: 'Open Chancery',
    footer: 'You receive this because you own the request.',
  },
  de: {
    subject: {
      submitted: (title) => `Alles ist da: ${title}`,
      undeliverable: (title) => `Der Link war nicht zustellbar: ${title}`,
      storage_full: (title) => `Kein Speicher: ${title}`,
      quarantined: (title) => `Datei weggesperrt: ${title}`,
    },
    what: {
      submitted: (client, workspace) => `${client} hat alles gesendet, worum ${workspace} gebeten hat.`,
      storage_full: (client, workspace) =>
        `${client} konnte eine Datei nicht senden, weil der Speicher von ${workspace} aufgebraucht ist.`,
      quarantined: (client, workspace) =>
        `Eine Datei, die ${client} an ${workspace} gesendet hat, ist schädlich oder von einer Art, die nicht angenommen wird. Niemand erhält sie, und in einer Woche wird sie gelöscht.`,
      undeliverable: (client, workspace) =>
        `Die Mail, mit der ${workspace} ${client} um Dateien bittet, war nicht zustellbar.`,
    },
    next: {
      submitted: 'Sehen Sie die Dateien an, und nehmen Sie jede an oder lehnen Sie sie ab.',
      storage_full:
        'Vernichten Sie, was im Papierkorb liegt, oder wählen Sie einen größeren Tarif; dann kann die Datei gesendet werden. Sie erhalten höchstens eine solche Mail am Tag.',
      quarantined: 'Der Mandant weiß Bescheid und kann eine andere Datei senden.',
      undeliverable:
        'Berichtigen Sie die Adresse und senden Sie die Anfrage erneut, oder übergeben Sie selbst einen Link.',
    },
    about: 'Anfrage',
    client: 'Mandant',
    action: 'Chancery öffnen',
    footer: 'Sie erhalten diese Mail, weil die Anfrage Ihnen gehört.',
  },
};

export interface RequestOwnerMailInput extends Addressee {
  readonly notice: RequestOwnerNotice;
  readonly title: string;
  readonly clientName: string;
  readonly workspaceName: string;
  /** The start page. */
  readonly link: string;
}

/** What the owner of a request is told; `file-request-submitted` is one of them. */
export const requestOwnerMail = (input: RequestOwnerMailInput): RenderedMail =>
  mailIn(catalogue, input, (words) => ({
    subject: words.subject[input.notice](input.title),
    paragraphs: [words.what[input.notice](input.clientName, input.workspaceName), words.next[input.notice]],
    facts: [
      { label: words.about, value: input.title },
      { label: words.client, value: input.clientName },
    ],
    action: { label: words.action, url: input.link },
    footer: [words.footer],
  }));
