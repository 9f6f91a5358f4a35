const segment = /^[A-Za-z0-9._=-]{1,200}$/;
const maxKeyLength = 900;

const isSegment = (text: string) => segment.test(text) && text !== '.' && text !== '..';

/**
 * Throws unless the key is segments of `A-Za-z0-9._=-` joined by single slashes, so that no key leads out of its
 * store. A key must not be the beginning of another key's path, because a file is no folder.
 */
export function assertBlobKey(key: string): void {
  if (key.length > maxKeyLength || !key.split('/').every(isSegment))
    throw new Error('The blob key is malformed.');
}

/** Throws for a prefix that no key can begin with. It may be empty and may end within a segment or with a slash. */
export function assertBlobPrefix(prefix: string): void {
  const segments = prefix.split('/');
  const last = segments.pop() ?? '';
  const lastIsBegun = last === '' || segment.test(last);
  if (prefix.length > maxKeyLength || !lastIsBegun || !segments.every(isSegment)) {
    throw new Error('The blob prefix is malformed.');
  }
}

/** Throws for a range that is not whole numbers with 0 <= start <= end. */
export function assertByteRange({ start, end }: { readonly start: number; readonly end: number }): void {
  if (!Number.isSafeInteger(start) || !Number.isSafeInteger(end) || start < 0 || end < start) {
    throw new RangeError('The byte range is malformed.');
  }
}
