import type { DetectedType } from '@chancery/core';

/** What a process that inspects files is told: to begin with one, and the bytes that it has asked for; null if there are none. */
export type ToChild =
  | { readonly kind: 'inspect'; readonly sizeBytes: number }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array | null };

/** What it says: which bytes it wants next, and what it found; `unread` if its bytes did not come. */
export type FromChild =
  | { readonly kind: 'read'; readonly start: number; readonly end: number }
  | { readonly kind: 'found'; readonly type: DetectedType }
  | { readonly kind: 'unread' }
  | { readonly kind: 'failed'; readonly message: string };
