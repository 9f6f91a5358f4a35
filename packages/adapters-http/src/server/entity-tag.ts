/** The entity tags of a header, as they were sent; a comma inside the quotes separates nothing. */
const tagsIn = (header: string): readonly string[] => header.match(/\*|(?:W\/)?"[^"]*"/g) ?? [];

/** Whether `If-None-Match` names this tag, weak or strong; null is named by `*` alone (RFC 9110, 13.1.2). */
export const namesTag = (header: string | undefined, etag: string | null): boolean =>
  header !== undefined &&
  tagsIn(header).some((tag) => tag === '*' || (etag !== null && tag.replace(/^W\//, '') === `"${etag}"`));

/** Whether `If-Match` names exactly this tag; null is named by `*` alone (RFC 9110, 13.1.1). */
export const namesStrongTag = (header: string, etag: string | null): boolean =>
  tagsIn(header).some((tag) => tag === '*' || (etag !== null && tag === `"${etag}"`));
