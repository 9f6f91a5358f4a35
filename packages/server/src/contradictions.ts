import { conferenceFaults } from './conference-settings.ts';
import { providerFaults } from './provider-settings.ts';
import { sealFaults } from './seal-settings.ts';
import { halfSet } from './setting.ts';
import { isLoopback, type VariableValues } from './variables.ts';

/** Each is of no use without the others. */
const setTogether = [
  ['CHANCERY_TWILIO_ACCOUNT_SID', 'CHANCERY_TWILIO_AUTH_TOKEN', 'CHANCERY_TWILIO_FROM'],
  ['CHANCERY_STRIPE_SECRET_KEY', 'CHANCERY_STRIPE_WEBHOOK_SECRETS'],
  ['CHANCERY_GOOGLE_WEB_CLIENT_ID', 'CHANCERY_GOOGLE_CLIENT_SECRET'],
  ['CHANCERY_INTELLIGENCE_URL', 'CHANCERY_INTELLIGENCE_MODEL'],
  ['CHANCERY_SEAL_KEY_FILE', 'CHANCERY_SEAL_CERT_FILE'],
  ['CHANCERY_LIVEKIT_URL', 'CHANCERY_LIVEKIT_API_KEY', 'CHANCERY_LIVEKIT_API_SECRET'],
  ['CHANCERY_JITSI_URL', 'CHANCERY_JITSI_APP_ID', 'CHANCERY_JITSI_APP_SECRET', 'CHANCERY_JITSI_TENANT'],
] as const;

/** What is wrong with variables of which each is well formed: those that need, or exclude, each other. */
export function contradictions(values: VariableValues): readonly string[] {
  const faults: string[] = [];
  for (const together of setTogether) faults.push(...halfSet(values, together));
  if (values.CHANCERY_STRIPE_SECRET_KEY !== undefined && values.CHANCERY_BILLING_COLLECTION === 'manual') {
    faults.push(
      'CHANCERY_BILLING_COLLECTION: Stripe collects by itself; leave this out or leave Stripe out.',
    );
  }
  faults.push(...providerFaults(values), ...conferenceFaults(values), ...sealFaults(values));
  if (values.CHANCERY_DEV && !isLoopback(values.CHANCERY_LISTEN.host)) {
    faults.push(
      'CHANCERY_DEV: development mode shows every mail; listen on a loopback address or switch it off.',
    );
  }
  if (values.CHANCERY_WORKERS === 'none' && values.CHANCERY_DATABASE_URL === undefined) {
    faults.push(
      'CHANCERY_WORKERS: the embedded database serves one process only, so nobody else can work; set CHANCERY_DATABASE_URL or leave it embedded.',
    );
  }
  if (values.CHANCERY_DATABASE_POOLER_URL !== undefined && values.CHANCERY_DATABASE_URL === undefined) {
    faults.push(
      'CHANCERY_DATABASE_POOLER_URL: migrations and wake-ups need the database itself; set CHANCERY_DATABASE_URL too.',
    );
  }
  if (values.CHANCERY_DATABASE_REPLICA_URL !== undefined && values.CHANCERY_DATABASE_URL === undefined) {
    faults.push(
      'CHANCERY_DATABASE_REPLICA_URL: the embedded database has no replica; set CHANCERY_DATABASE_URL too.',
    );
  }
  return faults;
}
