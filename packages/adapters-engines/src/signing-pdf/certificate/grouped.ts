/** A digest in groups that an eye can compare. */
export const grouped = (digest: string): string => digest.match(/.{1,8}/gu)?.join(' ') ?? digest;
