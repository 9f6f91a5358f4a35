import type { IncomingMessage, ServerResponse } from 'node:http';
import { baseStyle, escaped, plainPage } from './html.ts';
import { type PageCatalogue, pageLanguage } from './page-language.ts';

/** What a browser shows at an address where nothing is. It repeats nothing of the address, which a stranger may have made up. */
export function sendNothingPage(request: IncomingMessage, response: ServerResponse, webUrl: string): void {
  const language = pageLanguage(request);
  const { title, lead, start, reference } = words[language];
  const { body, headers } = plainPage(
    title,
    baseStyle,
    `<main><h1>${title}</h1><p>${lead}</p><ul><li><a href="${escaped(webUrl)}/">${start}</a></li><li><a href="/docs">${reference}</a></li></ul></main>`,
    { language },
  );
  response.writeHead(404, {
    ...headers,
    'Cache-Control': 'no-store',
    Vary: 'Accept, Accept-Language',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
}

const words: PageCatalogue<Readonly<Record<'title' | 'lead' | 'start' | 'reference', string>>> = {
  en: {
    title: 'There is nothing at this address',
    lead: 'The address may have a slip in it, or what was here is gone. If a link in a mail led you here, open it again from the mail.',
    start: 'Start page',
    reference: 'API reference',
  },
  de: {
    title: 'Unter dieser Adresse ist nichts',
    lead: 'Vielleicht ist die Adresse falsch geschrieben, oder es gibt nicht mehr, was hier war. Hat Sie ein Link aus einer E-Mail hierher geführt, öffnen Sie ihn noch einmal aus der E-Mail.',
    start: 'Startseite',
    reference: 'API-Referenz',
  },
};
