interface ClientSettings {
  /** It has no slash at its end, just as ID tokens name it. */
  readonly issuer: string;
  /** If null, nobody can sign in on a web page. */
  readonly webClientId: string | null;
  readonly nativeClientIds: readonly string[];
}

export interface GoogleSettings extends ClientSettings {
  readonly clientSecret: string | null;
}

export interface AppleSettings extends ClientSettings {
  readonly teamId: string;
  readonly keyId: string;
  /** A P-256 key, PKCS #8 in PEM. */
  readonly privateKey: string;
}

export const clientIdsOf = ({ webClientId, nativeClientIds }: ClientSettings): ReadonlySet<string> =>
  new Set([...(webClientId === null ? [] : [webClientId]), ...nativeClientIds]);
