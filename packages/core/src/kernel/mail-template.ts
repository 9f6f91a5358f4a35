/** One mail as content; text and HTML are both made from it, so they cannot disagree. */
export interface MailContent {
  readonly locale: string;
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly facts?: readonly (readonly [label: string, value: string])[];
  /** The one thing to do. */
  readonly action?: { readonly label: string; readonly url: string };
  /** What somebody else wrote: shown as a quotation, never as ours. */
  readonly quotation?: string;
  readonly footer: readonly string[];
}

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);
const lines = (text: string): string => escaped(text).replaceAll('\n', '<br>');

const style = `body{margin:0;background:#f3f5f8;color:#1c2430;font:16px/1.55 -apple-system,"Segoe UI",Roboto,Helvetica,Arial,sans-serif}
.card{max-width:34rem;margin:0 auto;padding:1.5rem;background:#fff;border-radius:10px}.wrap{padding:1.25rem .75rem}
h1{font-size:1.3rem;line-height:1.3;margin:0 0 1rem}p{margin:0 0 1rem}table{border-collapse:collapse;width:100%;margin:0 0 1rem}
td{padding:.3rem .75rem .3rem 0;vertical-align:top}td.label{color:#5b6675;white-space:nowrap}
a.button{display:inline-block;background:#1f5fbf;color:#fff;text-decoration:none;font-weight:600;padding:.7rem 1.2rem;border-radius:7px}
blockquote{margin:0 0 1rem;padding:.1rem 0 .1rem .9rem;border-left:3px solid #d9dee6;color:#3c4757}.foot{font-size:.85rem;color:#5b6675;margin:1.25rem 0 0}.link{word-break:break-all}
@media(prefers-color-scheme:dark){body{background:#12161c;color:#e6eaf0}.card{background:#1b2129}td.label,.foot{color:#9aa6b6}blockquote{border-color:#3a4453;color:#c4ccd8}a{color:#8ab6ff}a.button{color:#fff}}`;

/** Text and HTML of a mail; all of it escaped, nothing remote, readable on a phone and in the dark. */
export function renderMail(content: MailContent): RenderedMail {
  const { locale, heading, paragraphs, facts = [], action, quotation, footer } = content;
  const subject = content.subject.replace(/[\r\n\u2028\u2029]+/g, ' ').trim();
  const html = [
    `<!doctype html><html lang="${escaped(locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escaped(subject)}</title><style>${style}</style></head>`,
    `<body><div class="wrap"><div class="card"><h1>${escaped(heading)}</h1>`,
    ...paragraphs.map((paragraph) => `<p>${lines(paragraph)}</p>`),
    facts.length === 0 ? '' : `<table role="presentation">${facts.map(([label, value]) => `<tr><td class="label">${escaped(label)}</td><td>${lines(value)}</td></tr>`).join('')}</table>`,
    quotation === undefined || quotation === '' ? '' : `<blockquote>${lines(quotation)}</blockquote>`,
    action === undefined ? '' : `<p><a class="button" href="${escaped(action.url)}">${escaped(action.label)}</a></p><p class="foot link">${escaped(action.url)}</p>`,
    ...footer.map((line) => `<p class="foot">${lines(line)}</p>`),
    '</div></div></body></html>',
  ].join('\n');
  const text = [
    heading,
    ...paragraphs,
    ...(facts.length === 0 ? [] : [facts.map(([label, value]) => `${label}: ${value}`).join('\n')]),
    ...(quotation === undefined || quotation === '' ? [] : [quotation.split('\n').map((line) => `> ${line}`).join('\n')]),
    ...(action === undefined ? [] : [`${action.label}:\n${action.url}`]),
    ['-- ', ...footer].join('\n'),
  ].join('\n\n');
  return { subject, text: `${text}\n`, html };
}

/** The catalogue of a language tag: its own language's, else English. */
export const inLocale = <T>(locale: string, catalogue: { readonly en: T } & Readonly<Record<string, T>>): T => catalogue[locale.split('-')[0]?.toLowerCase() ?? 'en'] ?? catalogue.en;
