import type { DocumentPage } from '@chancery/core';

/** Width, height, rotation and the four numbers of the crop box. */
const numbersOfPage = 7;

export function packedPages(pages: readonly DocumentPage[]): Uint8Array {
  const numbers = pages.flatMap(({ width, height, rotation, cropBox }) => [
    width,
    height,
    rotation,
    ...cropBox,
  ]);
  return new Uint8Array(Float64Array.from(numbers).buffer);
}

/** Null if these are no pages: they come from a process that a hostile file may have taken over. */
export function unpackedPages(bytes: Uint8Array): readonly DocumentPage[] | null {
  if (bytes.byteLength % (numbersOfPage * 8) !== 0) return null;
  // A copy, because the bytes may begin anywhere.
  const numbers = new Float64Array(new Uint8Array(bytes).buffer);
  const pages: DocumentPage[] = [];
  for (let at = 0; at < numbers.length; at += numbersOfPage) {
    const [width, height, rotation, ...box] = numbers.subarray(at, at + numbersOfPage);
    const isSound = numbers.subarray(at, at + numbersOfPage).every(Number.isFinite);
    if (!isSound || ![0, 90, 180, 270].includes(rotation ?? -1)) return null;
    pages.push({
      width: width ?? 0,
      height: height ?? 0,
      rotation: rotation ?? 0,
      cropBox: [box[0] ?? 0, box[1] ?? 0, box[2] ?? 0, box[3] ?? 0],
    });
  }
  return pages;
}
