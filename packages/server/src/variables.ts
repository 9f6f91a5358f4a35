import { createPrivateKey } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { proxyHeaders } from '@chancery/adapters-http';
import { addressRange, MasterKeyRing, parseLinkKeys } from '@chancery/adapters-services';
import { isRange, records } from '@chancery/core/internal';
import { z } from 'zod';
import { flag, integer, optionalSetting, setting, textAs, textThat, urlOf, urlOfHosts } from './setting.ts';

/** Whether only this machine can reach the host. */
export const isLoopback = (host: string) =>
  host === 'localhost' || host === '[::1]' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

/** Root of the service as others reach it, without a slash at its end. */
const publicUrl = () =>
  textAs((text) => {
    const url = new URL(text);
    const fits = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
    if (!fits || url.search || url.hash || url.username) throw new TypeError();
    return url.href.replace(/(?<!\/)\/+$/, '');
  }, 'give an https address without query; http only for a loopback address');

const listenAddress = () =>
  textAs((text) => {
    const [, ipv6, host, digits] = /^(?:\[([0-9a-fA-F:]+)\]|([^:[\]\s]+)):(\d{1,5})$/.exec(text) ?? [];
    const port = Number(digits);
    if (digits === undefined || port > 65_535) throw new TypeError();
    return { host: ipv6 ?? host ?? '', port };
  }, 'give host:port, such as 0.0.0.0:8080 or [::1]:8080');

const argon2 = () =>
  textAs((text) => {
    const [, m, t, p] = /^m=(\d{1,8}),t=(\d{1,4}),p=(\d{1,3})$/.exec(text) ?? [];
    const cost = { memoryKibibytes: Number(m), passes: Number(t), lanes: Number(p) };
    if (!(cost.memoryKibibytes >= 19_456 && cost.passes >= 2 && cost.lanes >= 1)) throw new RangeError();
    return cost;
  }, 'give m=<KiB>,t=<passes>,p=<lanes>, at least m=19456,t=2,p=1');

const origins = () =>
  textAs(
    (text) =>
      text.split(',').map((entry) => {
        const url = new URL(entry.trim());
        if (url.origin !== entry.trim() || url.origin === 'null') throw new TypeError();
        return url.origin;
      }),
    'give origins such as https://app.example.com, separated by commas',
  );

/** A folder of this machine, or one that is mounted there. */
const keyVaultFolder = () =>
  textAs((text) => {
    const url = new URL(text);
    if (url.protocol !== 'file:' || url.search || url.hash) throw new TypeError();
    return fileURLToPath(url);
  }, 'give the address of a folder, such as file:///srv/chancery-keys');

const names = () =>
  textAs((text) => {
    const entries = text.split(',').map((entry) => entry.trim());
    if (entries.some((entry) => entry === '')) throw new TypeError();
    return entries;
  }, 'give names separated by commas');

/** Each may be asked for half a minute, so that there are few. */
const timestampUrls = () =>
  textAs((text) => {
    const urls = text.split(',').map((entry) => new URL(entry.trim()));
    if (urls.length > 5 || urls.some(({ protocol }) => protocol !== 'https:')) throw new TypeError();
    return urls.map(({ href }) => href);
  }, 'give at most five https addresses, separated by commas');

const witnessUrls = () =>
  textAs((text) => {
    const urls = text.split(',').map((entry) => new URL(entry.trim()));
    if (urls.length > 10 || urls.some(({ protocol }) => protocol !== 'https:')) throw new TypeError();
    return urls.map(({ href }) => href);
  }, 'give at most ten https addresses, separated by commas');

const witnessKeys = () =>
  textAs((text) => {
    const keys = text.split(',').map((entry) => entry.trim());
    for (const key of keys) if (!records.isWitnessKey(key)) throw new TypeError();
    return keys;
  }, 'give keys of witnesses as witness.example+1a2b3c4d+base64, separated by commas');

/** The root of an API, without a slash at its end. */
const apiRoot = () =>
  textAs((text) => {
    const url = new URL(text);
    if (url.protocol !== 'https:' || url.search || url.hash || url.username) throw new TypeError();
    return url.href.endsWith('/') ? url.href.slice(0, -1) : url.href;
  }, 'give an https address without query, such as https://llm.example.com/v1');

const scale = () =>
  textAs((text) => {
    const value = Number(text);
    if (!/^\d{1,6}(\.\d{1,6})?$/.test(text)) throw new RangeError();
    return value;
  }, 'give a number such as 1, 0.5 or 0');

const e164OrService = /^(\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/;

/** What every process reads from its environment (platform 11): the one table. */
export const variables = z.object({
  CHANCERY_BASE_URL: optionalSetting(
    publicUrl(),
    'http://127.0.0.1:8080',
    'Root of the API as others reach it; issuer of tokens. http only for loopback. Where only CHANCERY_LISTEN is set, its port.',
  ),
  CHANCERY_WEB_URL: optionalSetting(
    publicUrl(),
    'as CHANCERY_BASE_URL',
    'Root of the pages that links in mails open.',
  ),
  CHANCERY_LISTEN: setting(listenAddress(), '127.0.0.1:8080', 'Address and port to listen on.'),
  CHANCERY_DATA_DIR: setting(
    z.string().min(1),
    './data',
    'Folder of the embedded database, blobs, mail and SMS spools and key files.',
  ),
  CHANCERY_MASTER_KEY: optionalSetting(
    textAs((text) => {
      new MasterKeyRing(text);
      return text;
    }, 'give 32 bytes in base64, or a list kid:key,… whose first key seals'),
    'made at the first start in the data folder, mode 0600',
    'Seals secrets at rest: 32 bytes in base64, or a list kid:key,… of which the first seals and all open. Keep a copy apart from the database.',
  ),
  CHANCERY_LINK_KEYS: optionalSetting(
    textAs(parseLinkKeys, 'give a list number:key,… with keys of 32 bytes in base64'),
    'derived from the root secret',
    'Numbered list n:key,… of keys of derived links; new links use the first, older ones keep theirs.',
  ),
  CHANCERY_REGISTRATION: optionalSetting(
    z.enum(['open', 'invite_only', 'closed'], { error: 'give open, invite_only or closed' }),
    'invite_only; open where CHANCERY_BASE_URL is a loopback address',
    'Who may register: everybody (open), the invited (invite_only), nobody (closed).',
  ),
  CHANCERY_EMAIL_VERIFICATION: optionalSetting(
    z.enum(['required', 'optional'], { error: 'give required or optional' }),
    'required with CHANCERY_SMTP_URL, else optional',
    'Whether an address must be verified before anything reaches outside the workspace.',
  ),
  CHANCERY_PASSWORD_MIN_LENGTH: setting(
    integer(8, 64),
    '15',
    'Least number of characters of a password (8 to 64); below 15 each start warns.',
  ),
  CHANCERY_BREACHED_PASSWORDS_FILE: optionalSetting(
    z.string().min(1),
    'none',
    'Filter of breached passwords that nobody may choose; made by chancery passwords build-filter.',
  ),
  CHANCERY_ARGON2: setting(argon2(), 'm=19456,t=2,p=1', 'Cost of password hashes; refused below this floor.'),
  CHANCERY_JWT_ALG: setting(
    z.enum(['EdDSA', 'ES256'], { error: 'give EdDSA or ES256' }),
    'EdDSA',
    'What new keys sign access tokens with. After a change the next night publishes a new key, which signs a day later.',
  ),
  CHANCERY_ACCESS_TOKEN_SECONDS: setting(integer(60, 3600), '600', 'Life of an access token (60 to 3600).'),
  CHANCERY_REFRESH_GRACE_SECONDS: setting(
    integer(0, 300),
    '60',
    'For how long a refresh that lost its answer may be repeated (0 to 300).',
  ),
  CHANCERY_WEBAUTHN_RP_ID: optionalSetting(
    textThat(
      (text) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/.test(text),
      'give a host name in lower case, such as example.com',
    ),
    'host of CHANCERY_WEB_URL',
    'Relying party of passkeys: the host of every origin, or a domain above it. Another one makes the passkeys of before useless.',
  ),
  CHANCERY_WEBAUTHN_ORIGINS: optionalSetting(
    origins(),
    'origin of CHANCERY_WEB_URL',
    'Origins at which passkeys are used, separated by commas.',
  ),
  CHANCERY_APPLE_ISSUER: optionalSetting(
    publicUrl(),
    'https://appleid.apple.com',
    'Issuer of the ID tokens of Sign in with Apple; another one for tests.',
  ),
  CHANCERY_APPLE_WEB_CLIENT_ID: optionalSetting(
    z.string().min(1),
    'none: no sign-in with Apple in browsers',
    'Services ID of Sign in with Apple. Its return address is <base URL>/api/v1/auth/apple/callback.',
  ),
  CHANCERY_APPLE_NATIVE_CLIENT_IDS: optionalSetting(
    names(),
    'none',
    'Bundle ids of the native applications whose ID tokens of Apple are taken, separated by commas.',
  ),
  CHANCERY_APPLE_TEAM_ID: optionalSetting(
    z.string().min(1),
    'none',
    'Team id of the key; needed with either of the two above, to revoke access too.',
  ),
  CHANCERY_APPLE_KEY_ID: optionalSetting(z.string().min(1), 'none', 'Id of the key.'),
  CHANCERY_APPLE_PRIVATE_KEY: optionalSetting(
    textAs((text) => {
      const key = createPrivateKey(text.replaceAll('\\n', '\n'));
      if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new TypeError();
      return key.export({ type: 'pkcs8', format: 'pem' }).toString();
    }, 'give the .p8 key of Apple, a P-256 key in PEM; line feeds may be written \\n'),
    'none',
    'The .p8 key, by which a client secret is made for each call.',
  ),
  CHANCERY_GOOGLE_ISSUER: optionalSetting(
    publicUrl(),
    'https://accounts.google.com',
    'Issuer of the ID tokens of Google; another one for tests.',
  ),
  CHANCERY_GOOGLE_WEB_CLIENT_ID: optionalSetting(
    z.string().min(1),
    'none: no sign-in with Google in browsers',
    'OAuth client of type web. Its redirect address is <base URL>/api/v1/auth/google/callback.',
  ),
  CHANCERY_GOOGLE_CLIENT_SECRET: optionalSetting(z.string().min(1), 'none', 'Secret of that client.'),
  CHANCERY_GOOGLE_NATIVE_CLIENT_IDS: optionalSetting(
    names(),
    'none',
    'OAuth clients of the native applications whose ID tokens of Google are taken, separated by commas.',
  ),
  CHANCERY_FACTOR_RESET_HOURS: setting(
    integer(24, 336),
    '72',
    'From the request of a factor reset to its effect, in hours (24 to 336).',
  ),
  CHANCERY_TRUSTED_PROXIES: setting(
    integer(0, 10),
    '0',
    'How many proxies before this server write CHANCERY_PROXY_HEADER; with 0 it is not read. A request whose header names fewer hops is refused.',
  ),
  CHANCERY_PROXY_HEADER: setting(
    z.enum(proxyHeaders, { error: 'give x-forwarded-for or forwarded' }),
    'x-forwarded-for',
    'The one header in which the proxies name the caller; the other is never read.',
  ),
  CHANCERY_MAX_CONNECTIONS: setting(
    integer(1, 100_000),
    '2000',
    'Connections to the server that are open at once; further ones are closed unanswered.',
  ),
  CHANCERY_CORS_ORIGINS: optionalSetting(
    origins(),
    'none',
    'Origins of browser applications that may call the API, separated by commas.',
  ),
  CHANCERY_DATABASE_URL: optionalSetting(
    urlOfHosts('postgres:', 'postgresql:'),
    'embedded, in the data folder',
    'PostgreSQL 15 or later. Needed for more than one process. Of several hosts with commas between them, the one that takes writes is used.',
  ),
  CHANCERY_DATABASE_POOL_SIZE: setting(
    integer(1, 200),
    '10',
    'Connections of one process to PostgreSQL, beside two for throttles and one that shows that it runs.',
  ),
  CHANCERY_DATABASE_POOLER_URL: optionalSetting(
    urlOfHosts('postgres:', 'postgresql:'),
    'none: all connections go to CHANCERY_DATABASE_URL',
    'Pooler before the same database that lends its connections for one transaction, such as PgBouncer (pool_mode=transaction). Transactions go through it; what needs a session goes to CHANCERY_DATABASE_URL.',
  ),
  CHANCERY_DATABASE_REPLICA_URL: optionalSetting(
    urlOfHosts('postgres:', 'postgresql:'),
    'none: everything is read where it is written',
    'PostgreSQL that follows the one of CHANCERY_DATABASE_URL, or several with commas between their hosts. Lists and searches that may be a second old are read there.',
  ),
  CHANCERY_MIGRATE: setting(
    flag(),
    'false',
    'Whether serve brings a PostgreSQL up to date by itself; otherwise run chancery migrate. The embedded database always is.',
  ),
  CHANCERY_AMQP_URL: optionalSetting(
    urlOfHosts('amqp:', 'amqps:'),
    'in process',
    'RabbitMQ that carries wake-ups between processes; the hosts of a cluster have commas between them.',
  ),
  CHANCERY_BLOB_URL: optionalSetting(
    urlOf('s3:'),
    'files in the data folder',
    'S3-compatible store: s3://key:secret@host:port/bucket?region=…&tls=false.',
  ),
  CHANCERY_CHECKPOINT_SINK_URL: optionalSetting(
    urlOf('s3:', 'mailto:'),
    'files in the data folder',
    'Where checkpoints of the audit ledger are kept: a bucket with object lock (s3://key:secret@host:port/bucket?lockDays=3650), or mailboxes (mailto:auditor@example.com).',
  ),
  CHANCERY_WITNESS_URLS: optionalSetting(
    witnessUrls(),
    'none',
    'Witnesses who cosign checkpoints (C2SP tlog-witness), separated by commas: https addresses.',
  ),
  CHANCERY_WITNESS_KEYS: optionalSetting(
    witnessKeys(),
    'none',
    'The keys of witnesses, separated by commas, those of CHANCERY_WITNESS_URLS first and in the same order: a name, a key id and a key, joined by plus signs.',
  ),
  CHANCERY_KEY_VAULT_URL: optionalSetting(
    keyVaultFolder(),
    'the folder keys in the data folder',
    'Folder of the keys of records, such as file:///srv/chancery-keys; all processes share it. Back it up apart from the database.',
  ),
  CHANCERY_WEBHOOK_ALLOWED_CIDRS: optionalSetting(
    textAs((text) => {
      const ranges = text.split(',').map((entry) => entry.trim());
      ranges.forEach(addressRange);
      return ranges;
    }, 'give ranges such as 10.20.0.0/16, separated by commas'),
    'none',
    'Networks that are not public and yet may be called (webhooks and all else that strangers name): CIDR ranges.',
  ),
  CHANCERY_EGRESS_PROXY: optionalSetting(
    urlOf('http:', 'https:'),
    'none; proxy variables of the system are ignored',
    'HTTP proxy through which webhooks leave. It resolves the names and so must itself refuse addresses that are not public.',
  ),
  CHANCERY_INTELLIGENCE_URL: optionalSetting(
    apiRoot(),
    'none: rules on this machine only',
    'Root of an API that speaks the chat completions of OpenAI, for proposals about records. Each workspace allows it for itself.',
  ),
  CHANCERY_INTELLIGENCE_KEY: optionalSetting(
    z.string().min(1),
    'none',
    'Key of that API, sent as a bearer token.',
  ),
  CHANCERY_INTELLIGENCE_MODEL: optionalSetting(
    z.string().min(1).max(100),
    'none',
    'Model that is asked there, as runs name it.',
  ),
  CHANCERY_INTELLIGENCE_ALLOW_PRIVATE: setting(
    flag(),
    'false',
    'Whether that API may have an address of a network of your own or of this machine.',
  ),
  CHANCERY_SCAN_URL: optionalSetting(
    urlOf('tcp:'),
    'a scanner that knows the EICAR test file only',
    'clamd that scans uploaded files for malware: tcp://host:3310. Set its StreamMaxLength to the largest file.',
  ),
  CHANCERY_SEAL_KEY_FILE: optionalSetting(
    z.string().min(1),
    'none: keys of seals are made here',
    'PEM file with the private key (PKCS#8, RSA or EC P-256) that seals finished documents.',
  ),
  CHANCERY_SEAL_CERT_FILE: optionalSetting(
    z.string().min(1),
    'none',
    'PEM file with its certificate, and then the issuer of each up to the root. Both files are read anew when they change.',
  ),
  CHANCERY_SEAL_KEY_PASSPHRASE: optionalSetting(
    z.string().min(1),
    'none',
    'Passphrase of an encrypted CHANCERY_SEAL_KEY_FILE.',
  ),
  CHANCERY_SEAL_ALGORITHM: setting(
    z.enum(['rsa-3072', 'ec-p256'], { error: 'give rsa-3072 or ec-p256' }),
    'rsa-3072',
    'Kind of the keys of seals that are made here; another one takes effect at the next seal of a workspace.',
  ),
  CHANCERY_TSA_URL: optionalSetting(
    timestampUrls(),
    'none: seals have no time-stamp',
    'Time-stamp authorities (RFC 3161) that are asked in this order, separated by commas: https addresses.',
  ),
  CHANCERY_TSA_POLICY: setting(
    z.enum(['best_effort', 'require'], { error: 'give best_effort or require' }),
    'best_effort',
    'While no authority answers: seal without a time-stamp (best_effort), or wait with the seal (require).',
  ),
  CHANCERY_SCAN_POLICY: setting(
    z.enum(['require', 'best_effort'], { error: 'give require or best_effort' }),
    'best_effort',
    'While the scanner is away: refuse files with 503 (require), or take them and scan them later (best_effort).',
  ),
  CHANCERY_PDF_WORKER_PROCESSES: optionalSetting(
    integer(1, 64),
    'one for each core, at most 4',
    'Processes that read uploaded files, such as archives and PDFs; 64 more files wait.',
  ),
  CHANCERY_PDF_WORKER_MB: setting(
    integer(256, 65_536),
    '512',
    'MiB of memory that reading one file may take; an archive that takes more is refused, and a PDF counts as damaged.',
  ),
  CHANCERY_PDF_WORKER_SECONDS: setting(
    integer(1, 3600),
    '60',
    'Seconds of the processor that reading one file may take, and twice as many by the clock.',
  ),
  CHANCERY_DIRECT_UPLOAD_MAX_BYTES: setting(
    integer(1, 999_999_999),
    '52428800',
    'Largest file in one request; larger ones take resumable uploads.',
  ),
  CHANCERY_SMTP_URL: optionalSetting(
    urlOf('smtp:', 'smtps:'),
    'a spool in the data folder',
    'Mail server: smtp://user:password@host:port or smtps://….',
  ),
  CHANCERY_TWILIO_ACCOUNT_SID: optionalSetting(
    textThat((text) => /^AC[0-9a-zA-Z]{1,64}$/.test(text), 'give the account SID, AC…'),
    'a spool in the data folder',
    'Twilio account that sends SMS; all three variables or none.',
  ),
  CHANCERY_TWILIO_AUTH_TOKEN: optionalSetting(z.string().min(1), 'none', 'Secret of the Twilio account.'),
  CHANCERY_TWILIO_FROM: optionalSetting(
    textThat(
      (text) => e164OrService.test(text),
      'give a number such as +15005550006 or a messaging service MG…',
    ),
    'none',
    'Number or messaging service that sends SMS.',
  ),
  CHANCERY_MEETING_GUEST_DATA_DAYS: setting(
    integer(1, 36_500),
    '730',
    'Days after the last session of a meeting until names, addresses and answers of its guests are erased.',
  ),
  CHANCERY_CONFERENCE_PROVIDER: setting(
    z.enum(['embedded', 'livekit', 'jitsi'], { error: 'give embedded, livekit or jitsi' }),
    'embedded',
    'Media server of new meetings; embedded only keeps who is present. Meetings keep the one that they were made with.',
  ),
  CHANCERY_LIVEKIT_URL: optionalSetting(
    urlOf('wss:', 'ws:'),
    'none',
    'LiveKit server that clients connect to; all three variables or none.',
  ),
  CHANCERY_LIVEKIT_API_KEY: optionalSetting(z.string().min(1).max(255), 'none', 'API key of LiveKit.'),
  CHANCERY_LIVEKIT_API_SECRET: optionalSetting(
    z.string().min(32, { error: 'give the secret, at least 32 characters' }),
    'none',
    'API secret of LiveKit; signs tokens and events (webhook to POST /api/v1/meetings/conference-events/livekit).',
  ),
  CHANCERY_JITSI_URL: optionalSetting(
    urlOf('https:', 'http:'),
    'none',
    'Jitsi deployment with token authentication; needs the application id, its secret and the tenant too.',
  ),
  CHANCERY_JITSI_APP_ID: optionalSetting(
    z.string().min(1).max(255),
    'none',
    'Application id of Jitsi tokens.',
  ),
  CHANCERY_JITSI_APP_SECRET: optionalSetting(
    z.string().min(32, { error: 'give the secret, at least 32 characters' }),
    'none',
    'Secret of the application id.',
  ),
  CHANCERY_JITSI_AUDIENCE: setting(z.string().min(1).max(255), 'jitsi', 'Audience of Jitsi tokens.'),
  CHANCERY_JITSI_TENANT: optionalSetting(
    z.string().min(1).max(255),
    'none',
    'Subject of Jitsi tokens: the tenant, or the domain of the deployment.',
  ),
  CHANCERY_JITSI_EVENT_TOKEN: optionalSetting(
    z.string().min(16, { error: 'give at least 16 characters' }).max(255),
    'no events are taken',
    'What event_sync of prosody sends as bearer to POST /api/v1/meetings/conference-events/jitsi.',
  ),
  CHANCERY_INBOUND_SECRET: optionalSetting(
    textThat((text) => /^whsec_[A-Za-z0-9+/]{32,128}={0,2}$/.test(text), 'give a signing secret whsec_…'),
    'answers by mail are not taken',
    'With what the mail gateway signs POST /api/v1/meetings/itip, by Standard Webhooks.',
  ),
  CHANCERY_STRIPE_SECRET_KEY: optionalSetting(
    textThat(
      (text) => /^(sk|rk)_(test|live)_\w{1,255}$/.test(text),
      'give a secret or restricted key, sk_… or rk_…',
    ),
    'nothing is charged',
    'Stripe collects for plans. A restricted key suffices: Checkout, Billing, Customers, Prices, Refunds.',
  ),
  CHANCERY_STRIPE_WEBHOOK_SECRETS: optionalSetting(
    textAs((text) => {
      const secrets = text.split(',').map((secret) => secret.trim());
      if (!secrets.every((secret) => /^whsec_\S{1,255}$/.test(secret))) throw new TypeError();
      return secrets;
    }, 'give one or several signing secrets whsec_…, separated by commas'),
    'none',
    'Signing secrets of the webhook endpoint POST /api/v1/billing/webhooks/stripe; several while one is rotated.',
  ),
  CHANCERY_STRIPE_URL: optionalSetting(
    publicUrl(),
    'https://api.stripe.com',
    'Another address of the Stripe API, for tests against a double.',
  ),
  CHANCERY_TZ_DATA_FILE: optionalSetting(
    z.string().min(1),
    'what comes with the product',
    'Newer tz data in the packed form of moment-timezone (data/packed/latest.json).',
  ),
  CHANCERY_PLANS_FILE: optionalSetting(
    z.string().min(1),
    'the built-in plans',
    'JSON file of the plans: each with all its features, limits and prices.',
  ),
  CHANCERY_FONT_DIR: optionalSetting(
    z.string().min(1),
    'the bundled faces',
    'Folder of TrueType and OpenType files with the characters that the bundled faces lack, such as Chinese, Japanese and Korean.',
  ),
  CHANCERY_OCR: setting(
    z.enum(['auto', 'off'], { error: 'give auto or off' }),
    'auto',
    'Whether text is recognized in scanned pages and pictures (auto), or nowhere (off).',
  ),
  CHANCERY_EXTRACTION_CONSUMERS: setting(
    integer(1, 64),
    '1',
    'Documents that one process reads at once for dates, numbers and text (1 to 64); each takes a core.',
  ),
  CHANCERY_OCR_LANG_DIR: optionalSetting(
    z.string().min(1),
    'English, and the languages of installed packages',
    'Folder of files such as deu.traineddata.gz: languages in which text is recognized. Nothing is ever downloaded.',
  ),
  CHANCERY_DISCLOSURE_FILE: optionalSetting(
    z.string().min(1),
    'the built-in texts',
    'JSON file of your own texts on signing electronically: a list of versions, the newest last, each with texts by language.',
  ),
  CHANCERY_BILLING_COLLECTION: setting(
    z.enum(['none', 'manual'], { error: 'give none or manual' }),
    'none',
    'Without Stripe: none makes every plan free of charge, manual writes invoices that an operator marks as paid.',
  ),
  CHANCERY_MAIL_FROM: optionalSetting(
    textThat(
      (text) => /^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/.test(text),
      'give an address or Name <address>',
    ),
    'Chancery <no-reply@ host of the base URL >',
    'From of every mail except those about a meeting to the people who take part.',
  ),
  CHANCERY_MAIL_ORGANIZER: optionalSetting(
    textThat((text) => /^[^\s<>@]+@[^\s<>@]+$/.test(text), 'give an address'),
    'the address of CHANCERY_MAIL_FROM',
    'Organizer address in calendar events, and the address in From of mails about meetings, after the name of the organizer.',
  ),
  CHANCERY_DRAIN_SECONDS: optionalSetting(
    integer(0, 300),
    '10; 0 in development mode',
    'After SIGTERM: for how long the listener stays open while ready answers draining.',
  ),
  CHANCERY_WORKERS: setting(
    z.enum(['embedded', 'none'], { error: 'give embedded or none' }),
    'embedded',
    'Whether serve also does the background work; with none run chancery worker.',
  ),
  CHANCERY_HASH_CONCURRENCY: optionalSetting(
    integer(1, 64),
    'one for each core',
    'Password hashings at once; 64 more wait.',
  ),
  CHANCERY_METRICS_TOKEN: optionalSetting(
    textThat((text) => /^[\x21-\x7e]{16,255}$/.test(text), 'give 16 to 255 visible ASCII characters'),
    'none',
    'Whoever sends it as bearer may read /metrics, from wherever; without CHANCERY_METRICS_ALLOWED_CIDRS nobody else may.',
  ),
  CHANCERY_METRICS_ALLOWED_CIDRS: optionalSetting(
    textAs((text) => {
      const ranges = text.split(',').map((entry) => entry.trim());
      if (!ranges.every(isRange)) throw new TypeError();
      return ranges;
    }, 'give ranges such as 10.20.0.0/16, separated by commas'),
    'this host alone; nobody with CHANCERY_METRICS_TOKEN',
    'Networks from which /metrics is read without a token: CIDR ranges, separated by commas.',
  ),
  CHANCERY_WORKER_LISTEN: optionalSetting(
    listenAddress(),
    'none: a worker does not listen',
    'Address and port at which chancery worker answers for its health and its metrics, such as 127.0.0.1:8081.',
  ),
  CHANCERY_TRACING: setting(
    flag(),
    'false',
    'Whether requests and jobs make spans of OpenTelemetry; where they go is set up by node --import.',
  ),
  CHANCERY_HEALTH_VERSION: setting(flag(), 'false', 'Whether the health rows tell the version.'),
  CHANCERY_RATE_LIMIT_SCALE: setting(
    scale(),
    '1',
    'Multiplies every throttle; 0 switches them off, for load tests only.',
  ),
  CHANCERY_DEV: setting(
    flag(),
    'false',
    'Development mode: a page shows every mail and SMS to whoever can reach it, so only on a loopback address.',
  ),
  CHANCERY_LOG_LEVEL: setting(
    z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], {
      error: 'give trace, debug, info, warn, error or silent',
    }),
    'info',
    'Least level of log lines.',
  ),
});

export type VariableValues = z.output<typeof variables>;
