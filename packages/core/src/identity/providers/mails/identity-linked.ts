import {
  type Addressee,
  instantInWords,
  type MailCatalogue,
  type MailWords,
  mailIn,
  type RenderedMail,
} from '../../../kernel/mail-template.ts';
import type { Instant } from '../../../kernel/time.ts';
import type { IdentityProvider } from '../oidc-client.ts';

/** An identity was linked by an address that the provider vouches for, linked by the signed-in person, or unlinked. */
export interface IdentityChange {
  readonly provider: IdentityProvider;
  readonly change: 'address' | 'person' | 'unlinked';
}

interface IdentityLinkedMailInput extends IdentityChange, Addressee {
  readonly at: Instant;
  /** The page that lists the recipient's ways to sign in; for a new one, the page that removes it. */
  readonly link: string;
}

interface Words extends MailWords<(input: { provider: string; isLinked: boolean }) => string> {
  readonly what: Readonly<Record<IdentityChange['change'], (provider: string) => string>>;
  readonly at: string;
  /** What to do about a new way to sign in that somebody else added. */
  readonly undo: { readonly advice: string; readonly action: string; readonly footer: string };
}

const names: Readonly<Record<IdentityProvider, string>> = { apple: 'Apple', google: 'Google' };

const catalogue: MailCatalogue<Words> = {
  en: {
    subject: ({ provider, isLinked }) =>
      isLinked ? `${provider} now signs in to your account` : `${provider} was unlinked from your account`,
    what: {
      address: (provider) =>
        `Somebody signed in with ${provider}, with an account there that has your address. It was linked to your account and signs in to it from now on.`,
      person: (provider) =>
        `An account at ${provider} was linked to your account. It signs in to it from now on.`,
      unlinked: (provider) =>
        `An account at ${provider} was unlinked from your account. It can no longer sign in to it.`,
    },
    at: 'Time',
    action: 'Review how you sign in',
    footer: 'If this was not you, end all sessions there and set a new password at once.',
    undo: {
      advice:
        'If this was not you, remove it within seven days: everybody is signed out, on every device. Then set a new password, because whoever added it may have been signed in to your account.',
      action: 'Remove it and sign everybody out',
      footer: 'If it was you, there is nothing to do.',
    },
  },
  de: {
    subject: ({ provider, isLinked }) =>
      isLinked ? `${provider} meldet jetzt an Ihrem Konto an` : `${provider} wurde von Ihrem Konto getrennt`,
    what: {
      address: (provider) =>
        `Jemand hat sich mit ${provider} angemeldet, mit einem Konto dort, das Ihre Adresse hat. Es wurde mit Ihrem Konto verknüpft und meldet ab jetzt daran an.`,
      person: (provider) =>
        `Ein Konto bei ${provider} wurde mit Ihrem Konto verknüpft. Es meldet ab jetzt daran an.`,
      unlinked: (provider) =>
        `Ein Konto bei ${provider} wurde von Ihrem Konto getrennt. Es meldet nicht mehr daran an.`,
    },
    at: 'Zeitpunkt',
    action: 'Anmeldewege ansehen',
    footer:
      'Wenn Sie das nicht waren, beenden Sie dort alle Sitzungen und legen Sie sofort ein neues Passwort fest.',
    undo: {
      advice:
        'Wenn Sie das nicht waren, entfernen Sie die Verknüpfung innerhalb von sieben Tagen: Alle werden abgemeldet, auf jedem Gerät. Legen Sie danach ein neues Passwort fest, denn wer sie hinzugefügt hat, war vielleicht in Ihrem Konto angemeldet.',
      action: 'Entfernen und alle abmelden',
      footer: 'Wenn Sie es waren, müssen Sie nichts tun.',
    },
  },
};

/** The mail `identity-linked`: an identity at a provider was linked or unlinked (OID-9, AUT-12). */
export const identityLinkedMail = ({
  provider,
  change,
  at,
  link,
  ...recipient
}: IdentityLinkedMailInput): RenderedMail =>
  mailIn(catalogue, recipient, (words, language) => {
    const isLinked = change !== 'unlinked';
    const { action, footer } = isLinked ? words.undo : words;
    return {
      subject: words.subject({ provider: names[provider], isLinked }),
      paragraphs: [words.what[change](names[provider]), ...(isLinked ? [words.undo.advice] : [])],
      facts: [{ label: words.at, value: instantInWords(language, at) }],
      action: { label: action, url: link },
      footer: [footer],
    };
  });
