import { productName } from './product.ts';
import { type Instant, millisecondsOf } from './time.ts';

/** The languages that mails are written in; a catalogue without one of them does not compile. */
const mailLanguages = ['en', 'de'] as const;
export type MailLanguage = (typeof mailLanguages)[number];
/** What a mail says, in each language. */
export type MailCatalogue<Words> = Readonly<Record<MailLanguage, Words>>;

/** The language of a BCP 47 tag that mails are written in, else English. */
export function mailLanguage(locale: string): MailLanguage {
  const language = locale.split('-')[0]?.toLowerCase();
  return mailLanguages.find((known) => known === language) ?? 'en';
}

interface Fact {
  readonly label: string;
  readonly value: string;
}

interface Quotation {
  readonly label: string;
  readonly text: string;
}

/** Whose mail it is: its name stands above the words, with its logo if it has one. */
export interface MailBrand {
  readonly name: string;
  /** An https address; what is shown there is never more than an ornament beside the name. */
  readonly logoUrl: string | null;
}

/** Answers to a question, each a link. Opening one does nothing by itself, for programs that check mail open links too. */
export interface MailQuestion {
  readonly text: string;
  readonly answers: readonly { readonly label: string; readonly url: string }[];
}

/** What one mail says. The texts are plain: what a person wrote may stand in each of them. */
export interface MailContent {
  readonly language: MailLanguage;
  /** Null for a mail of the product itself. */
  readonly brand: MailBrand | null;
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  readonly facts: readonly Fact[];
  /** What is to be typed elsewhere, large enough to be read from one device to the other. */
  readonly code: Fact | null;
  readonly question: MailQuestion | null;
  readonly action: { readonly label: string; readonly url: string } | null;
  /** Words of the sender, set apart from ours; several if they are of several kinds. */
  readonly quotation: Quotation | readonly Quotation[] | null;
  /** Why this came, and what to do if it should not have. */
  readonly footer: readonly string[];
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const copyLink: MailCatalogue<string> = {
  en: 'If the button does not work, open this address:',
  de: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
};

const dateLocales: MailCatalogue<string> = { en: 'en-GB', de: 'de-DE' };
/** Words for a wall time that was shifted to UTC, so that the runtime's own zones have no say (PLT-16). */
const written = (language: MailLanguage, at: number, form: Intl.DateTimeFormatOptions) =>
  writerOf(dateLocales[language], form).format(at);

/** Making one takes a hundred times as long as writing a date, and a mail of deadlines has dozens. There are as many as forms. */
const writers = new Map<string, Intl.DateTimeFormat>();
function writerOf(locale: string, form: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(form)}`;
  const writer = writers.get(key) ?? new Intl.DateTimeFormat(locale, { ...form, timeZone: 'UTC' });
  writers.set(key, writer);
  return writer;
}

/** `Monday, 30 November 2026` of a wall time. */
export const dateInWords = (language: MailLanguage, wall: string): string =>
  `${written(language, Date.parse(`${wall}Z`), { weekday: 'long' })}, ${written(
    language,
    Date.parse(`${wall}Z`),
    {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
    },
  )}`;
/** `30 November 2026, 09:05 UTC`. */
export const instantInWords = (language: MailLanguage, at: Instant): string =>
  `${written(language, millisecondsOf(at), { day: 'numeric', month: 'long', year: 'numeric' })}, ${at.slice(11, 16)} UTC`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
/** One line without control characters: a subject cannot begin another header. */
const singleLine = (text: string) =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();

const quotationsOf = (quotation: MailContent['quotation']): readonly Quotation[] =>
  quotation === null ? [] : [quotation].flat();

function textOf(content: MailContent): string {
  const { brand, greeting, paragraphs, facts, code, question, action, quotation, footer } = content;
  const blocks = [
    brand ? singleLine(brand.name) : '',
    greeting,
    ...paragraphs.map(singleLine),
    [...(code === null ? [] : [code]), ...facts]
      .map(({ label, value }) => `${label}: ${singleLine(value)}`)
      .join('\n'),
    question
      ? `${question.text}\n${question.answers.map(({ label, url }) => `${label}: ${url}`).join('\n')}`
      : '',
    action ? `${action.label}:\n${action.url}` : '',
    ...quotationsOf(quotation).map(({ label, text }) => `${label}:\n${text.replace(/^/gm, '> ')}`),
    footer.length > 0 ? `-- \n${footer.join('\n')}` : '',
  ];
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`;
}

const fonts = "-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
// Colours stand on the elements, since some readers drop the style sheet; it only turns them for dark screens.
const darkStyle = `
    :root { color-scheme: light dark; supported-color-schemes: light dark; }
    @media (prefers-color-scheme: dark) {
      .page { background: #14171c !important; }
      .card { background: #1f242c !important; border-color: #343b46 !important; }
      .ink { color: #e8ebf0 !important; }
      .faint { color: #a3acb9 !important; }
      .link { color: #8ab4ff !important; }
      .answer { color: #8ab4ff !important; border-color: #8ab4ff !important; }
      .line { border-color: #343b46 !important; }
    }
    @media (max-width: 480px) {
      .card { padding: 20px !important; border-radius: 0 !important; border-left: 0 !important; border-right: 0 !important; }
      .edge { padding: 0 !important; }
      .label, .value { display: block !important; width: auto !important; }
      .label { padding-bottom: 0 !important; border-bottom: 0 !important; }
      .value { padding-top: 2px !important; }
      .button { display: block !important; text-align: center !important; }
      .answer { padding-left: 8px !important; padding-right: 8px !important; }
    }`;

const paragraph = (text: string) =>
  `<p class="ink" dir="auto" style="margin:0 0 16px;color:#1c2430">${escaped(text)}</p>`;

function factsTable(facts: MailContent['facts']): string {
  const cell = 'padding:8px 0;border-bottom:1px solid #e3e7ed;vertical-align:top;text-align:left;';
  const rows = facts.map(
    ({ label, value }) => `<tr>
<th scope="row" class="label faint line" style="${cell}width:130px;padding-right:16px;font-weight:400;color:#5b6676">${escaped(label)}</th>
<td class="value ink line" dir="auto" style="${cell}color:#1c2430;font-weight:600">${escaped(singleLine(value))}</td>
</tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px;border-collapse:collapse;font-size:15px">\n${rows.join('\n')}\n</table>`;
}

function button({ label, url }: NonNullable<MailContent['action']>, language: MailLanguage): string {
  return `<p style="margin:0 0 12px"><a class="button" href="${escaped(url)}" style="display:inline-block;padding:12px 24px;border-radius:8px;background:#1f5fd0;color:#ffffff;font-weight:600;text-decoration:none">${escaped(label)}</a></p>
<p class="faint" style="margin:0 0 24px;font-size:13px;color:#5b6676">${copyLink[language]}<br><a class="link" href="${escaped(url)}" style="color:#1f5fd0">${escaped(url)}</a></p>`;
}

/** The answers stand side by side also on a phone: a row of a table, since mail programs know no other grid. */
function questionBlock({ text, answers }: MailQuestion): string {
  const width = `${Math.floor(100 / answers.length)}%`;
  const cells = answers.map(
    ({ label, url }, index) =>
      `<td width="${width}" style="padding:0 ${index === answers.length - 1 ? 0 : 4}px 0 ${index === 0 ? 0 : 4}px"><a class="answer" href="${escaped(url)}" style="display:block;padding:11px 16px;border:1px solid #1f5fd0;border-radius:8px;color:#1f5fd0;font-weight:600;text-align:center;text-decoration:none;white-space:nowrap">${escaped(label)}</a></td>`,
  );
  return `<p class="ink" style="margin:0 0 8px;color:#1c2430;font-weight:600">${escaped(text)}</p>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:0 0 24px"><tr>
${cells.join('\n')}
</tr></table>`;
}

/** Mail programs that load no pictures show the name alone, and so does a workspace without a logo. */
function head(brand: MailBrand | null): string {
  const name = `<span style="vertical-align:middle">${escaped(singleLine(brand?.name ?? productName))}</span>`;
  const logo =
    brand === null || brand.logoUrl === null
      ? ''
      : `<img src="${escaped(brand.logoUrl)}" alt="" height="32" style="height:32px;max-width:160px;margin:0 12px 0 0;border:0;vertical-align:middle">`;
  return `<p class="faint" dir="auto" style="margin:0 0 20px;font-size:14px;font-weight:600;letter-spacing:0.04em;color:#5b6676">${logo}${name}</p>`;
}

const codeBlock = ({ label, value }: Fact) =>
  `<p class="faint" style="margin:0 0 4px;font-size:13px;color:#5b6676">${escaped(label)}</p>
<p class="ink" style="margin:0 0 24px;font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:0.15em;color:#1c2430">${escaped(singleLine(value))}</p>`;

const quoted = ({ label, text }: Quotation) =>
  `<p class="faint" style="margin:0 0 4px;font-size:13px;color:#5b6676">${escaped(label)}</p>
<blockquote class="ink line" dir="auto" style="margin:0 0 24px;padding:4px 0 4px 16px;border-left:3px solid #cdd5e0;color:#1c2430;white-space:pre-line">${escaped(text)}</blockquote>`;

const footnote = (lines: MailContent['footer']) =>
  `<p class="faint line" style="margin:0;padding-top:16px;border-top:1px solid #e3e7ed;font-size:13px;color:#5b6676">${lines.map(escaped).join('<br>')}</p>`;

function htmlOf(content: MailContent): string {
  const { language, brand, subject, greeting, paragraphs, facts, code, question, action } = content;
  const { quotation, footer } = content;
  const body = [
    paragraph(greeting),
    ...paragraphs.map(paragraph),
    ...(code === null ? [] : [codeBlock(code)]),
    ...(facts.length > 0 ? [factsTable(facts)] : []),
    ...(question ? [questionBlock(question)] : []),
    ...(action ? [button(action, language)] : []),
    ...quotationsOf(quotation).map(quoted),
    ...(footer.length > 0 ? [footnote(footer)] : []),
  ];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escaped(singleLine(subject))}</title>
<style>${darkStyle}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f2f4f7">
<table class="page" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f2f4f7"><tr><td class="edge" align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;table-layout:fixed"><tr><td class="card" style="padding:32px;background:#ffffff;border:1px solid #e3e7ed;border-radius:12px;text-align:left;overflow-wrap:anywhere;font:16px/1.5 ${fonts}">
${head(brand)}
${body.join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

/** The two forms of one mail. Nothing in its texts becomes markup, and the subject is one line. */
export const renderMail = (content: MailContent): RenderedMail => ({
  subject: singleLine(content.subject),
  text: textOf(content),
  html: htmlOf(content),
});

const greetings: MailCatalogue<string> = { en: 'Hello', de: 'Guten Tag' };
/** The first line, with the name if there is one. */
export const greetingOf = (language: MailLanguage, name: string | null): string =>
  name === null || name === '' ? `${greetings[language]},` : `${greetings[language]} ${singleLine(name)},`;

/** Whom a mail speaks to, and in which language. */
export interface Addressee {
  readonly locale: string;
  readonly recipientName: string | null;
}

/** The words that most mails have; a subject with names in it is a function of them. */
export interface MailWords<Subject = string> {
  readonly subject: Subject;
  readonly action: string;
  readonly footer: string;
}

type OptionalParts = 'brand' | 'facts' | 'code' | 'question' | 'action' | 'quotation';

/** A mail in the language of its recipient, with the greeting; there is no brand, fact, code, question, action or quotation unless given. */
export function mailIn<Words>(
  catalogue: MailCatalogue<Words>,
  { locale, recipientName }: Addressee,
  contentOf: (
    words: Words,
    language: MailLanguage,
  ) => Omit<MailContent, 'language' | 'greeting' | OptionalParts> & Partial<Pick<MailContent, OptionalParts>>,
): RenderedMail {
  const language = mailLanguage(locale);
  return renderMail({
    brand: null,
    facts: [],
    code: null,
    question: null,
    action: null,
    quotation: null,
    ...contentOf(catalogue[language], language),
    language,
    greeting: greetingOf(language, recipientName),
  });
}

/** A digest, eight digits at a time: people can compare it, and a narrow screen can break it. */
export const digestInGroups = (digest: string): string => digest.match(/.{1,8}/g)?.join(' ') ?? '';
