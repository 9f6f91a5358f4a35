import { createRequire } from 'node:module';
import { checkedSize, greyOf } from './grey-pixels.ts';
import type { GreyImage } from './recognition.ts';

const library = 'heic-decode';
const { resolve } = createRequire(import.meta.url);

/** What of the library is used; it has no types of its own. */
interface HeicDecoder {
  all(file: { readonly buffer: Uint8Array }): Promise<
    readonly {
      readonly width: number;
      readonly height: number;
      decode(): Promise<{ readonly data: Uint8ClampedArray }>;
    }[] & { dispose(): void }
  >;
}

/** Whether the optional package is installed that reads HEIC. */
export function readsHeic(): boolean {
  try {
    resolve(library);
    return true;
  } catch {
    return false;
  }
}

/** The first picture of a file, upright: the library turns it as the camera says. */
export async function greyHeic(file: Buffer): Promise<GreyImage> {
  const { all }: HeicDecoder = createRequire(import.meta.url)(library);
  const pictures = await all({ buffer: file });
  try {
    const [picture] = pictures;
    if (picture === undefined) throw new Error('The file has no picture');
    const { width, height } = picture;
    checkedSize(width, height);
    return greyOf((await picture.decode()).data, width, height);
  } finally {
    pictures.dispose();
  }
}
