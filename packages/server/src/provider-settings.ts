import type { AppleSettings, GoogleSettings } from '@chancery/adapters-services';
import type { VariableValues } from './variables.ts';

/** Finds providers that are configured incompletely, because a sign-in that could only fail must not be offered. */
export function providerFaults(values: VariableValues): string[] {
  const faults: string[] = [];
  const key = [
    values.CHANCERY_APPLE_TEAM_ID,
    values.CHANCERY_APPLE_KEY_ID,
    values.CHANCERY_APPLE_PRIVATE_KEY,
  ];
  const hasApple = values.CHANCERY_APPLE_WEB_CLIENT_ID ?? values.CHANCERY_APPLE_NATIVE_CLIENT_IDS;
  const wanted = hasApple === undefined ? 0 : key.length;
  if (key.filter((value) => value !== undefined).length !== wanted)
    faults.push(
      'CHANCERY_APPLE_TEAM_ID, CHANCERY_APPLE_KEY_ID, CHANCERY_APPLE_PRIVATE_KEY: set all three with CHANCERY_APPLE_WEB_CLIENT_ID or CHANCERY_APPLE_NATIVE_CLIENT_IDS, else none.',
    );
  return faults;
}

/** The configured providers, each complete. */
export const providersOf = (
  values: VariableValues,
): { readonly apple: AppleSettings | null; readonly google: GoogleSettings | null } => ({
  apple: appleOf(values),
  google: googleOf(values),
});

function appleOf(values: VariableValues): AppleSettings | null {
  const {
    CHANCERY_APPLE_TEAM_ID: teamId,
    CHANCERY_APPLE_KEY_ID: keyId,
    CHANCERY_APPLE_PRIVATE_KEY: privateKey,
  } = values;
  if (teamId === undefined || keyId === undefined || privateKey === undefined) return null;
  return {
    issuer: values.CHANCERY_APPLE_ISSUER ?? 'https://appleid.apple.com',
    webClientId: values.CHANCERY_APPLE_WEB_CLIENT_ID ?? null,
    nativeClientIds: values.CHANCERY_APPLE_NATIVE_CLIENT_IDS ?? [],
    teamId,
    keyId,
    privateKey,
  };
}

function googleOf(values: VariableValues): GoogleSettings | null {
  const webClientId = values.CHANCERY_GOOGLE_WEB_CLIENT_ID ?? null;
  const nativeClientIds = values.CHANCERY_GOOGLE_NATIVE_CLIENT_IDS ?? [];
  if (webClientId === null && nativeClientIds.length === 0) return null;
  return {
    issuer: values.CHANCERY_GOOGLE_ISSUER ?? 'https://accounts.google.com',
    webClientId,
    nativeClientIds,
    clientSecret: values.CHANCERY_GOOGLE_CLIENT_SECRET ?? null,
  };
}
