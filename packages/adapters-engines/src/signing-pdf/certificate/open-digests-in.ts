import type { ContentPart } from '../added-page.ts';
import { glyphsLength, type OpenDigests } from './open-digest.ts';
import type { Item } from './sheet.ts';

// Comments of the content, which nobody else can write: what others have said is drawn as numbers of glyphs.
const [openMark, shutMark] = ['%open\n', '\n%shut'];

/** An item with an open digest. It is put into the file as it is, so that the digest can be written over it later. */
export const opened = (item: Item): Item => ({
  ...item,
  draw: (top) => `${openMark}${item.draw(top)}${shutMark}`,
});

/** The content of a page, divided between what is packed and what is not. */
export function openParts(content: string): readonly ContentPart[] {
  const [first = '', ...others] = content.split(openMark);
  return [
    first,
    ...others.flatMap((each) => {
      const [plain = '', ...behind] = each.split(shutMark);
      return [{ plain }, behind.join(shutMark)];
    }),
  ];
}

/** Finds the open digests in a written file, each of which is in one of these parts of the content. */
export function openDigestsIn(file: Uint8Array, parts: readonly string[]): OpenDigests {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  let glyphs = '';
  const places = parts.map((part) => {
    const shown = /<([0-9a-f]+)>/u.exec(part);
    glyphs = shown?.[1] ?? '';
    const at = bytes.indexOf(part, undefined, 'latin1');
    const isOnlyOne = at >= 0 && bytes.indexOf(part, at + 1, 'latin1') < 0;
    if (shown === null || glyphs.length !== glyphsLength || !isOnlyOne)
      throw new Error('An open digest cannot be told from what is around it');
    return at + shown.index + 1;
  });
  return { places, glyphs };
}
