import { withoutZones } from '../extraction/rules/found-zones.ts';
import type { ReadPage } from '../extraction/rules/read-text.ts';
import type { KeptText } from './ports.ts';

const mostCharacters = 1024 * 1024;

/** What is kept of pages to find a document by: never a line that may belong to a machine readable zone (IDV-7). */
export function keptTexts(pages: readonly ReadPage[]): readonly KeptText[] {
  let room = mostCharacters;
  return pages.flatMap(({ page, lines }) => {
    const body = withoutZones(lines)
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join('\n')
      .replaceAll('\u0000', '')
      .slice(0, room)
      // Half a character, which a file may have and a database refuses.
      .replaceAll(/\p{Surrogate}/gu, '\ufffd')
      .trim();
    room -= body.length;
    return body === '' ? [] : [{ page, body }];
  });
}
