/** The largest picture of a signature, in pixels, and in bytes: two of them pass the server's limit together. */
const most = { width: 1000, height: 400, bytes: 240 * 1024 };

/** @typedef {{ readonly method: 'drawn' | 'uploaded', readonly image: string } | { readonly method: 'typed', readonly text: string }} Signature what is sent; a picture is a PNG as base64 */

/** @param {Signature} signature */
export const addressOf = (signature) =>
  signature.method === 'typed' ? null : `data:image/png;base64,${signature.image}`;

/**
 * A PNG of at most 1000 by 400 pixels, as base64: whatever else a file of the reader holds, such as the place where a photo was
 * taken, stays with them.
 * @param {{ readonly width: number, readonly height: number }} size of the source
 * @param {(context: CanvasRenderingContext2D, scale: number) => void} draw
 * @param {number} [largest] how much the source may be enlarged
 * @returns {Promise<string>}
 */
export async function pngOf({ width, height }, draw, largest = 1) {
  let scale = Math.min(most.width / width, most.height / height, largest);
  for (;;) {
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(width * scale));
    canvas.height = Math.max(1, Math.floor(height * scale));
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('This browser cannot draw');
    draw(context, scale);
    /** @type {Blob | null} */
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob !== null && blob.size <= most.bytes) return base64Of(new Uint8Array(await blob.arrayBuffer()));
    // A photo with much noise packs badly.
    scale *= 0.8;
  }
}

/** @param {Uint8Array} bytes */
function base64Of(bytes) {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

/**
 * A picture file, drawn anew.
 * @param {File} file
 * @returns {Promise<string | null>} null if it is no picture that this browser knows
 */
export async function redrawn(file) {
  /** @type {ImageBitmap} */
  let bitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    return null;
  }
  const { width, height } = bitmap;
  const png = await pngOf({ width, height }, (context, scale) =>
    context.drawImage(bitmap, 0, 0, width * scale, height * scale),
  );
  bitmap.close();
  return png;
}
