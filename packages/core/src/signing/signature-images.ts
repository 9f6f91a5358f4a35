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
