export interface S3Target {
  readonly endpoint: string;
  readonly region: string;
  readonly bucket: string;
  readonly forcePathStyle: boolean;
  /** If they are left out, the SDK looks in its usual places: environment, profile, instance role. */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/**
 * Reads `s3://key:secret@host:port/bucket?region=…&tls=false&pathStyle=false`. Key and secret are percent-encoded;
 * by default the region is `us-east-1`, and tls and path style are on. The error never repeats the url.
 */
export function s3TargetOf(url: string): S3Target {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  const bucket = parsed?.pathname.slice(1);
  if (parsed?.protocol !== 's3:' || !parsed.host || !bucket || bucket.includes('/')) {
    throw new Error('A blob url of S3 has the form s3://key:secret@host:port/bucket?region=…');
  }
  const { searchParams, username, password, host } = parsed;
  const scheme = searchParams.get('tls') === 'false' ? 'http' : 'https';
  const credentials = {
    accessKeyId: decodeURIComponent(username),
    secretAccessKey: decodeURIComponent(password),
  };
  return {
    endpoint: `${scheme}://${host}`,
    region: searchParams.get('region') ?? 'us-east-1',
    bucket,
    forcePathStyle: searchParams.get('pathStyle') !== 'false',
    ...(username && { credentials }),
  };
}
