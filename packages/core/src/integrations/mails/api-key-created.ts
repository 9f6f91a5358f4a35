import { inLocale, type RenderedMail, renderMail } from '../../kernel/mail-template.ts';

const words = {
  en: { subject: 'A new API key was created', body: (workspace: string) => `An API key for the workspace ${workspace} was created.`, name: 'Name', prefix: 'Begins with', scopes: 'May', by: 'Created by', action: 'Review API keys', footer: 'If nobody you trust made it, revoke it at once.' },
  de: { subject: 'Ein neuer API-Schlüssel wurde erstellt', body: (workspace: string) => `Für den Arbeitsbereich ${workspace} wurde ein API-Schlüssel erstellt.`, name: 'Name', prefix: 'Beginnt mit', scopes: 'Darf', by: 'Erstellt von', action: 'API-Schlüssel prüfen', footer: 'Wenn ihn niemand erstellt hat, dem Sie vertrauen, widerrufen Sie ihn sofort.' },
};

interface Values {
  readonly locale: string;
  readonly workspaceName: string;
  readonly keyName: string;
  readonly keyPrefix: string;
  readonly scopes: readonly string[];
  readonly createdBy: string;
  readonly link: string;
}

export function apiKeyCreatedMail({ locale, workspaceName, keyName, keyPrefix, scopes, createdBy, link }: Values): RenderedMail {
  const word = inLocale(locale, words);
  return renderMail({
    locale,
    subject: `${word.subject}: ${keyName}`,
    heading: word.subject,
    paragraphs: [word.body(workspaceName)],
    facts: [[word.name, keyName], [word.prefix, `${keyPrefix}…`], [word.scopes, scopes.join(', ')], [word.by, createdBy]],
    action: { label: word.action, url: link },
    footer: [word.footer, 'Chancery'],
  });
}
