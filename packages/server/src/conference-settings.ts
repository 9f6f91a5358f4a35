import type { ConferenceSettings } from '@chancery/adapters-services';
import type { VariableValues } from './variables.ts';

const livekitOf = (values: VariableValues) => ({
  url: values.CHANCERY_LIVEKIT_URL,
  apiKey: values.CHANCERY_LIVEKIT_API_KEY,
  apiSecret: values.CHANCERY_LIVEKIT_API_SECRET,
});
const jitsiOf = (values: VariableValues) => ({
  url: values.CHANCERY_JITSI_URL,
  appId: values.CHANCERY_JITSI_APP_ID,
  appSecret: values.CHANCERY_JITSI_APP_SECRET,
  tenant: values.CHANCERY_JITSI_TENANT,
});

type Complete<T> = { readonly [K in keyof T]: NonNullable<T[K]> };
const isComplete = <T extends object>(some: T): some is T & Complete<T> =>
  Object.values(some).every((value) => value !== undefined);

/** Finds a provider that is chosen and not configured. */
export function conferenceFaults(values: VariableValues): string[] {
  const faults: string[] = [];
  const { livekit, jitsi } = conferenceOf(values);
  const chosen = values.CHANCERY_CONFERENCE_PROVIDER;
  if ((chosen === 'livekit' && livekit === null) || (chosen === 'jitsi' && jitsi === null))
    faults.push(`CHANCERY_CONFERENCE_PROVIDER: ${chosen} needs its own variables too.`);
  return faults;
}

export function conferenceOf(values: VariableValues): ConferenceSettings {
  const livekit = livekitOf(values);
  const jitsi = jitsiOf(values);
  return {
    provider: values.CHANCERY_CONFERENCE_PROVIDER,
    livekit: isComplete(livekit) ? livekit : null,
    jitsi: isComplete(jitsi)
      ? {
          ...jitsi,
          audience: values.CHANCERY_JITSI_AUDIENCE,
          eventToken: values.CHANCERY_JITSI_EVENT_TOKEN ?? null,
        }
      : null,
  };
}
