import { MasterKeyRing, parseLinkKeys } from '@chancery/adapters-services';
import { z } from 'zod';
import { flag, integer, optionalSetting, setting, textAs, textThat, urlOf } from './setting.ts';

/** Whether only this machine can reach the host. */
export const isLoopback = (host: string) =>
  host === 'localhost' || host === '[::1]' || host === '::1' || /^127\./.test(host);

/** Root of the service as others reach it, without a slash at its end. */
const publicUrl = () =>
  textAs((text) => {
    const url = new URL(text);
    const fits = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
    if (!fits || url.search || url.hash || url.username) throw new TypeError();
    return url.href.replace(/\/+$/, '');
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
    'derived from the master key',
    'Numbered list n:key,… of keys of derived links; new links use the first, older ones keep theirs.',
  ),
  CHANCERY_REGISTRATION: setting(
    z.enum(['open', 'invite_only', 'closed'], { error: 'give open, invite_only or closed' }),
    'open',
    'Who may register: everybody (open), the invited (invite_only), nobody (closed).',
  ),
  CHANCERY_EMAIL_VERIFICATION: optionalSetting(
    z.enum(['required', 'optional'], { error: 'give required or optional' }),
    'required with CHANCERY_SMTP_URL, else optional',
    'Whether an address must be verified before anything reaches outside the workspace.',
  ),
  CHANCERY_PASSWORD_MIN_LENGTH: setting(
    integer(8, 128),
    '15',
    'Least number of characters of a password (8 to 128).',
  ),
  CHANCERY_ARGON2: setting(argon2(), 'm=19456,t=2,p=1', 'Cost of password hashes; refused below this floor.'),
  CHANCERY_ACCESS_TOKEN_SECONDS: setting(integer(60, 3600), '600', 'Life of an access token (60 to 3600).'),
  CHANCERY_REFRESH_GRACE_SECONDS: setting(
    integer(0, 300),
    '60',
    'For how long a refresh that lost its answer may be repeated (0 to 300).',
  ),
  CHANCERY_TRUSTED_PROXIES: setting(
    integer(0, 10),
    '0',
    'How many proxies before this server write X-Forwarded-For.',
  ),
  CHANCERY_CORS_ORIGINS: optionalSetting(
    origins(),
    'none',
    'Origins of browser applications that may call the API, separated by commas.',
  ),
  CHANCERY_DATABASE_URL: optionalSetting(
    urlOf('postgres:', 'postgresql:'),
    'embedded, in the data folder',
    'PostgreSQL 15 or later. Needed for more than one process.',
  ),
  CHANCERY_DATABASE_POOL_SIZE: setting(
    integer(1, 200),
    '10',
    'Connections of one process to PostgreSQL, beside two for throttles.',
  ),
  CHANCERY_MIGRATE: setting(
    flag(),
    'false',
    'Whether serve brings a PostgreSQL up to date by itself; otherwise run chancery migrate. The embedded database always is.',
  ),
  CHANCERY_AMQP_URL: optionalSetting(
    urlOf('amqp:', 'amqps:'),
    'in process',
    'RabbitMQ that carries wake-ups between processes.',
  ),
  CHANCERY_BLOB_URL: optionalSetting(
    urlOf('s3:'),
    'files in the data folder',
    'S3-compatible store: s3://key:secret@host:port/bucket?region=…&tls=false.',
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
  CHANCERY_MAIL_FROM: optionalSetting(
    textThat(
      (text) => /^[^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>$|^[^\s<>@]+@[^\s<>@]+$/.test(text),
      'give an address or Name <address>',
    ),
    'Chancery <no-reply@ host of the base URL >',
    'From of every mail.',
  ),
  CHANCERY_MAIL_ORGANIZER: optionalSetting(
    textThat((text) => /^[^\s<>@]+@[^\s<>@]+$/.test(text), 'give an address'),
    'the address of CHANCERY_MAIL_FROM',
    'Organizer address in calendar events.',
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
