/** Addresses of networks of one's own, which CHANCERY_INTELLIGENCE_ALLOW_PRIVATE opens; never those of the metadata of clouds. */
export const privateRanges: readonly string[] = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '127.0.0.0/8',
  '::1/128',
  'fc00::/7',
];
