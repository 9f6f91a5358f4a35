import { checkedImage } from './images/checked-image.ts';

/** The task of the pool that checks the image of a signature; null if it can be none. */
export const run = ({
  png,
}: {
  readonly png: Uint8Array;
}): { readonly png: Uint8Array; readonly width: number; readonly height: number } | null => checkedImage(png);
