import { join, resolve } from 'node:path';
import { loopbackOnly, type MetricsAccess, type ProxyHeader } from '@chancery/adapters-http';
import type { AppleSettings, ConferenceSettings, GoogleSettings } from '@chancery/adapters-services';
import { defaultSettings, type Settings, type SigningAlgorithm } from '@chancery/core';
import { conferenceOf } from './conference-settings.ts';
import { ConfigurationError } from './configuration-error.ts';
import { contradictions } from './contradictions.ts';
import { providersOf } from './provider-settings.ts';
import { type SealSettings, sealOf } from './seal-settings.ts';
import { settingMeanings } from './setting.ts';
import { isLoopback, type VariableValues, variables } from './variables.ts';

/** The configuration, parsed and complete. */
export interface Configuration {
  readonly baseUrl: string;
  readonly webUrl: string;
  readonly listen: { readonly host: string; readonly port: number };
  readonly dataDirectory: string;
  readonly masterKey: string | null;
  readonly linkKeys: readonly { readonly number: number; readonly key: Uint8Array }[];
  readonly argon2: { readonly memoryKibibytes: number; readonly passes: number; readonly lanes: number };
  readonly hashConcurrency: number | null;
  readonly breachedPasswordsFile: string | null;
  /** What the processes for files of strangers may use; null processes means one for each core, at most 4. */
  readonly engines: {
    readonly processes: number | null;
    readonly memoryMebibytes: number;
    readonly processorSeconds: number;
  };
  /** How text is recognized in pictures: whether at all, and where languages are beside the installed packages. */
  readonly extraction: { readonly recognizes: boolean; readonly languageFolder: string | null };
  /** How many documents one process reads at once. */
  readonly extractionsAtOnce: number;
  /** Faces of fonts beside the bundled ones. */
  readonly fontFolder: string | null;
  readonly trustedProxies: number;
  readonly proxyHeader: ProxyHeader;
  readonly maxConnections: number;
  readonly corsOrigins: readonly string[];
  /** Null means the embedded database. */
  readonly databaseUrl: string | null;
  /** Null means that transactions go to the database itself. */
  readonly databasePoolerUrl: string | null;
  /** Null means that everything is read where it is written. */
  readonly databaseReplicaUrl: string | null;
  readonly databasePoolSize: number;
  readonly migrates: boolean;
  readonly amqpUrl: string | null;
  readonly blobUrl: string | null;
  /** Where checkpoints of the audit ledger are kept; null for files in the data folder. */
  readonly checkpointSinkUrl: string | null;
  /** Where the keys of records are kept, outside of database and backups. */
  readonly keyVaultFolder: string;
  readonly webhookAllowedRanges: readonly string[];
  readonly egressProxyUrl: string | null;
  /** Null where no external provider may be asked for proposals about records. */
  readonly intelligence: {
    readonly url: string;
    readonly key: string | null;
    readonly model: string;
    readonly allowsPrivate: boolean;
  } | null;
  /** Null means the embedded scanner. */
  readonly scanUrl: string | null;
  readonly smtpUrl: string | null;
  readonly conference: ConferenceSettings;
  readonly seal: SealSettings;
  /** What new keys sign access tokens with. */
  readonly tokenAlgorithm: SigningAlgorithm;
  readonly stripe: {
    readonly secretKey: string;
    readonly webhookSecrets: readonly string[];
    readonly baseUrl: string | null;
  } | null;
  /** Null means the built-in plans. */
  readonly plansFile: string | null;
  readonly disclosureFile: string | null;
  readonly tzDataFile: string | null;
  /** Providers that sign people in; null if one is not configured. */
  readonly providers: {
    readonly apple: AppleSettings | null;
    readonly google: GoogleSettings | null;
  };
  readonly twilio: { readonly accountSid: string; readonly authToken: string; readonly from: string } | null;
  readonly drainSeconds: number;
  readonly worksEmbedded: boolean;
  /** Null means that a worker does not listen. */
  readonly workerListen: { readonly host: string; readonly port: number } | null;
  readonly metricsAccess: MetricsAccess;
  readonly tracing: boolean;
  readonly showsVersion: boolean;
  readonly development: boolean;
  readonly logLevel: string;
  /** Relying party and origins of passkeys (MFA-3). */
  readonly webAuthn: { readonly rpId: string; readonly origins: readonly string[] };
  readonly settings: Settings;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the environment, or throws a `ConfigurationError` that names every fault. An empty variable counts as unset. */
export function loadConfiguration(environment: Environment): Configuration {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = variables.safeParse(given);
  if (!parsed.success)
    throw new ConfigurationError(
      parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}.`),
    );
  const faults = contradictions(parsed.data);
  if (faults.length > 0) throw new ConfigurationError(faults);
  return configurationOf(parsed.data);
}

/** Finds unknown variables that look like ours: most often a typing mistake that would silently leave a default in force. */
export function unknownVariables(environment: Environment): readonly string[] {
  const others = /^CHANCERY_(API_KEY|PROFILE|CONFIG|TEST_|REPORT|COMPLETION)/;
  return Object.keys(environment).filter(
    (name) => name.startsWith('CHANCERY_') && !Object.hasOwn(variables.shape, name) && !others.test(name),
  );
}

/** Name, default and meaning of every variable, from which the operators' page is written. */
export function configurationTable(): readonly {
  readonly name: string;
  readonly shownDefault: string;
  readonly meaning: string;
}[] {
  return Object.entries(variables.shape).map(([name, schema]) => {
    const { shownDefault = '', meaning = '' } = settingMeanings.get(schema) ?? {};
    return { name, shownDefault, meaning };
  });
}

function configurationOf(values: VariableValues): Configuration {
  const addresses = addressesOf(values);
  return {
    ...addresses,
    ...secretsOf(values),
    ...storesOf(values),
    ...servicesOf(values),
    trustedProxies: values.CHANCERY_TRUSTED_PROXIES,
    proxyHeader: values.CHANCERY_PROXY_HEADER,
    maxConnections: values.CHANCERY_MAX_CONNECTIONS,
    corsOrigins: values.CHANCERY_CORS_ORIGINS ?? [],
    plansFile: values.CHANCERY_PLANS_FILE ?? null,
    disclosureFile: values.CHANCERY_DISCLOSURE_FILE ?? null,
    tzDataFile: values.CHANCERY_TZ_DATA_FILE ?? null,
    drainSeconds: values.CHANCERY_DRAIN_SECONDS ?? (values.CHANCERY_DEV ? 0 : 10),
    worksEmbedded: values.CHANCERY_WORKERS === 'embedded',
    workerListen: values.CHANCERY_WORKER_LISTEN ?? null,
    metricsAccess: metricsAccessOf(values),
    tracing: values.CHANCERY_TRACING,
    showsVersion: values.CHANCERY_HEALTH_VERSION,
    development: values.CHANCERY_DEV,
    logLevel: values.CHANCERY_LOG_LEVEL,
    settings: settingsOf(values, addresses),
  };
}

/** Behind a proxy that nobody has named every caller seems to be of this host, so a token shuts it out too. */
const metricsAccessOf = ({
  CHANCERY_METRICS_TOKEN: token,
  CHANCERY_METRICS_ALLOWED_CIDRS: ranges,
}: VariableValues): MetricsAccess => ({
  token: token ?? null,
  ranges: ranges ?? (token === undefined ? loopbackOnly.ranges : []),
});

type Addresses = Pick<Configuration, 'baseUrl' | 'webUrl' | 'listen' | 'webAuthn'>;

function addressesOf(values: VariableValues): Addresses {
  const listen = values.CHANCERY_LISTEN;
  const ownHost = isLoopback(listen.host) && listen.host !== '::1' ? listen.host : '127.0.0.1';
  const baseUrl = values.CHANCERY_BASE_URL ?? `http://${ownHost}:${listen.port}`;
  const webUrl = values.CHANCERY_WEB_URL ?? baseUrl;
  return {
    baseUrl,
    webUrl,
    listen,
    webAuthn: {
      rpId: values.CHANCERY_WEBAUTHN_RP_ID ?? new URL(webUrl).hostname,
      origins: values.CHANCERY_WEBAUTHN_ORIGINS ?? [new URL(webUrl).origin],
    },
  };
}

const secretsOf = (values: VariableValues) => ({
  masterKey: values.CHANCERY_MASTER_KEY ?? null,
  linkKeys: values.CHANCERY_LINK_KEYS ?? [],
  argon2: values.CHANCERY_ARGON2,
  hashConcurrency: values.CHANCERY_HASH_CONCURRENCY ?? null,
  breachedPasswordsFile: values.CHANCERY_BREACHED_PASSWORDS_FILE ?? null,
});

const storesOf = (values: VariableValues) => ({
  dataDirectory: resolve(values.CHANCERY_DATA_DIR),
  databaseUrl: values.CHANCERY_DATABASE_URL ?? null,
  databasePoolerUrl: values.CHANCERY_DATABASE_POOLER_URL ?? null,
  databaseReplicaUrl: values.CHANCERY_DATABASE_REPLICA_URL ?? null,
  databasePoolSize: values.CHANCERY_DATABASE_POOL_SIZE,
  migrates: values.CHANCERY_MIGRATE,
  amqpUrl: values.CHANCERY_AMQP_URL ?? null,
  blobUrl: values.CHANCERY_BLOB_URL ?? null,
  checkpointSinkUrl: values.CHANCERY_CHECKPOINT_SINK_URL ?? null,
  keyVaultFolder: values.CHANCERY_KEY_VAULT_URL ?? join(resolve(values.CHANCERY_DATA_DIR), 'keys'),
});

function servicesOf(values: VariableValues) {
  const {
    CHANCERY_TWILIO_ACCOUNT_SID: accountSid,
    CHANCERY_TWILIO_AUTH_TOKEN: authToken,
    CHANCERY_TWILIO_FROM: from,
    CHANCERY_STRIPE_SECRET_KEY: stripeKey,
  } = values;
  return {
    smtpUrl: values.CHANCERY_SMTP_URL ?? null,
    tokenAlgorithm: values.CHANCERY_JWT_ALG,
    twilio: accountSid && authToken && from ? { accountSid, authToken, from } : null,
    stripe:
      stripeKey === undefined
        ? null
        : {
            secretKey: stripeKey,
            webhookSecrets: values.CHANCERY_STRIPE_WEBHOOK_SECRETS ?? [],
            baseUrl: values.CHANCERY_STRIPE_URL ?? null,
          },
    scanUrl: values.CHANCERY_SCAN_URL ?? null,
    engines: {
      processes: values.CHANCERY_PDF_WORKER_PROCESSES ?? null,
      memoryMebibytes: values.CHANCERY_PDF_WORKER_MB,
      processorSeconds: values.CHANCERY_PDF_WORKER_SECONDS,
    },
    extraction: {
      recognizes: values.CHANCERY_OCR === 'auto',
      languageFolder: values.CHANCERY_OCR_LANG_DIR ?? null,
    },
    extractionsAtOnce: values.CHANCERY_EXTRACTION_CONSUMERS,
    fontFolder: values.CHANCERY_FONT_DIR ?? null,
    conference: conferenceOf(values),
    seal: sealOf(values),
    providers: providersOf(values),
    webhookAllowedRanges: values.CHANCERY_WEBHOOK_ALLOWED_CIDRS ?? [],
    egressProxyUrl: values.CHANCERY_EGRESS_PROXY ?? null,
    intelligence: intelligenceOf(values),
  };
}

function intelligenceOf({
  CHANCERY_INTELLIGENCE_URL: url,
  CHANCERY_INTELLIGENCE_KEY: key,
  CHANCERY_INTELLIGENCE_MODEL: model,
  CHANCERY_INTELLIGENCE_ALLOW_PRIVATE: allowsPrivate,
}: VariableValues): Configuration['intelligence'] {
  return url === undefined || model === undefined ? null : { url, key: key ?? null, model, allowsPrivate };
}

/** How long requests wait for work that takes long is no setting of an operator. */
const { assemblySeconds, inspectionSeconds, readingSeconds, sealingSeconds } = defaultSettings;
const waits = { assemblySeconds, inspectionSeconds, readingSeconds, sealingSeconds };

function settingsOf(values: VariableValues, { baseUrl, webUrl }: Addresses): Configuration['settings'] {
  const mailFrom = values.CHANCERY_MAIL_FROM ?? `Chancery <no-reply@${new URL(baseUrl).hostname}>`;
  const hasStripe = values.CHANCERY_STRIPE_SECRET_KEY !== undefined;
  return {
    ...waits,
    baseUrl,
    webUrl,
    mailFrom,
    mailOrganizer: values.CHANCERY_MAIL_ORGANIZER ?? /<([^<>]+)>$/.exec(mailFrom)?.[1] ?? mailFrom,
    inboundSecret: values.CHANCERY_INBOUND_SECRET ?? null,
    // Whoever puts an installation on the net must not find strangers in it because a setting was not known (AUT-14).
    registration:
      values.CHANCERY_REGISTRATION ?? (isLoopback(new URL(baseUrl).hostname) ? 'open' : 'invite_only'),
    emailVerification:
      values.CHANCERY_EMAIL_VERIFICATION ??
      (values.CHANCERY_SMTP_URL === undefined ? 'optional' : 'required'),
    passwordMinLength: values.CHANCERY_PASSWORD_MIN_LENGTH,
    accessTokenSeconds: values.CHANCERY_ACCESS_TOKEN_SECONDS,
    refreshGraceSeconds: values.CHANCERY_REFRESH_GRACE_SECONDS,
    factorResetHours: values.CHANCERY_FACTOR_RESET_HOURS,
    rateLimitScale: values.CHANCERY_RATE_LIMIT_SCALE,
    scanPolicy: values.CHANCERY_SCAN_POLICY,
    meetingGuestDataDays: values.CHANCERY_MEETING_GUEST_DATA_DAYS,
    witnessUrls: values.CHANCERY_WITNESS_URLS ?? [],
    witnessKeys: values.CHANCERY_WITNESS_KEYS ?? [],
    directUploadMaxBytes: values.CHANCERY_DIRECT_UPLOAD_MAX_BYTES,
    // Without a processor nobody collects money, so nothing is held back (BIL-1).
    defaultPlanCode: hasStripe ? 'free' : 'self_hosted',
    billing: hasStripe
      ? { processor: 'stripe', collection: 'automatic' }
      : { processor: 'embedded', collection: values.CHANCERY_BILLING_COLLECTION },
  };
}
