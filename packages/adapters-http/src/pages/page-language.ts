import type { IncomingMessage } from 'node:http';

/** The languages that pages are written in; the first is for everybody else. */
const languages = ['en', 'de'] as const;
export type PageLanguage = (typeof languages)[number];
/** What a page says, in each language. */
export type PageCatalogue<Words> = Readonly<Record<PageLanguage, Words>>;

/** The language that the browser likes best of those that we have (RFC 9110, 12.5.4). */
export function pageLanguage({ headers }: Pick<IncomingMessage, 'headers'>): PageLanguage {
  const preferences = (headers['accept-language'] ?? '').slice(0, 200).split(',').map(preference);
  const best = preferences
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ language }) => languages.find((known) => known === language))
    .find((known) => known !== undefined);
  return best ?? 'en';
}

function preference(range: string): { readonly language: string; readonly weight: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
  return { language: tag.split('-')[0] ?? '', weight: Number(weight) || 0 };
}
