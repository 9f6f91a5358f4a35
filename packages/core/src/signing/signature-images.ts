export const mostSignatureImageBytes = 256 * 1024;
export const mostSignatureImagePixels = { width: 2000, height: 1000 } as const;

/** An image as we have written it: 8-bit RGBA, and nothing in the file but the pixels (CNT-14). */
export interface SignatureImage {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** Of `png`, in lower-case hexadecimal. */
  readonly sha256: string;
}

export interface SignatureImages {
  /**
   * The image, decoded and written anew (CNT-10); null if these bytes are no PNG that can be a signature, whatever they
   * are. Fails with `dependency.unavailable` while no process is free.
   */
  checked(png: Uint8Array, signal?: AbortSignal): Promise<SignatureImage | null>;
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The bytes of an image as it is sent in JSON; null if the text is no base64, or of more bytes than it may have. */
export function signatureImageBytes(text: string, mostBytes: number): Uint8Array | null {
  if (text.length > Math.ceil(mostBytes / 3) * 4) return null;
  if (text.length % 4 !== 0 || !base64.test(text)) return null;
  const bytes = Buffer.from(text, 'base64');
  return bytes.byteLength > mostBytes ? null : bytes;
}
