/** A drawn signature, and the key of the subject under which it is. */
export interface SealedDrawing {
  readonly sealedDrawing: Uint8Array | null;
  /** Null without a drawing, and for one under the key ring. */
  readonly drawingKeyId: string | null;
}
