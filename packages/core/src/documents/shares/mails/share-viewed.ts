import {
  type Addressee,
  instantInWords,
  type MailCatalogue,
  type MailWords,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';
import type { Instant } from '../../../kernel/time.ts';

interface Words extends MailWords<(document: string) => string> {
  viewed(document: string, workspace: string): string;
  readonly next: string;
  readonly document: string;
  readonly label: string;
  readonly sharedWith: string;
  readonly at: string;
}

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: (document) => `“${document}” was read by its link`,
    viewed: (document, workspace) =>
      `The document “${document}” of ${workspace} was read for the first time by a link that it is shared with.`,
    next: 'The document says who else reads it, and there the link can be revoked. You get no further mail about this link.',
    document: 'Document',
    label: 'Link',
    sharedWith: 'Shared with',
    at: 'Read on',
    action: 'Open Chancery',
    footer: 'You receive this because you own the document.',
  },
  de: {
    subject: (document) => `„${document}“ wurde über seinen Link gelesen`,
    viewed: (document, workspace) =>
      `Das Dokument „${document}“ von ${workspace} wurde zum ersten Mal über einen Link gelesen, mit dem es freigegeben ist.`,
    next: 'Beim Dokument steht, wer es noch liest, und dort lässt sich der Link widerrufen. Zu diesem Link erhalten Sie keine weitere Mail.',
    document: 'Dokument',
    label: 'Link',
    sharedWith: 'Freigegeben für',
    at: 'Gelesen am',
    action: 'Chancery öffnen',
    footer: 'Sie erhalten diese Mail, weil Ihnen das Dokument gehört.',
  },
};

interface ShareViewedMailInput extends Addressee {
  readonly documentName: string;
  readonly workspaceName: string;
  /** The name that the share has for its workspace; null without one. */
  readonly label: string | null;
  /** Name or address of whom the share is for; null if it is for nobody in particular. */
  readonly sharedWith: string | null;
  readonly viewedAt: Instant;
  /** The start page. */
  readonly link: string;
}

/** The mail `share-viewed` goes to the owner of the document, once for each share. */
export const shareViewedMail = (input: ShareViewedMailInput): RenderedMail =>
  mailIn(catalogue, input, (words, language) => {
    const { documentName, workspaceName, label, sharedWith, viewedAt, link } = input;
    return {
      subject: words.subject(documentName),
      paragraphs: [words.viewed(documentName, workspaceName), words.next],
      facts: [
        { label: words.document, value: documentName },
        ...(label === null ? [] : [{ label: words.label, value: label }]),
        ...(sharedWith === null ? [] : [{ label: words.sharedWith, value: sharedWith }]),
        { label: words.at, value: instantInWords(language, viewedAt) },
      ],
      action: { label: words.action, url: link },
      footer: [words.footer],
    };
  });
