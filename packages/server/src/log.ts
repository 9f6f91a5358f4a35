import { allRoutes, secretHeadersOf } from '@chancery/adapters-http';
import { type DestinationStream, type Logger, pino, stdSerializers } from 'pino';

/** What must not be in a line, wherever it came from: anything shaped like our own secrets, and passwords in addresses. */
const secrets: readonly (readonly [RegExp, string])[] = [
  [/\b(chan_live_[0-9a-f]{8})_[A-Za-z0-9]{43}\b/g, '$1_[redacted]'],
  [/\bchr_[\w-]{91}/g, '[redacted]'],
  [/(?<![\w-])[\w-]{43}(?![\w-])/g, '[redacted]'],
  [/(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^/@\s"\\]+@/gi, '$1[redacted]@'],
];

/** Three parts or more with dots between them. They are taken whole, because a look from each character costs their square. */
const dotted = /(?<![\w-])[\w-]+(?:\.[\w-]+){2,}/g;
const withoutSignedTokens = (line: string) =>
  line.replace(dotted, (parts) => parts.replace(/eyJ.*/, '[redacted]'));

export const redacted = (line: string): string =>
  secrets.reduce((text, [secret, shown]) => text.replace(secret, shown), withoutSignedTokens(line));

const namesOfSecrets = [
  'authorization',
  'cookie',
  'password',
  'secret',
  'token',
  'accessToken',
  'refreshToken',
  'credential',
  'x-service-api-key',
];

/** The fields of an error that a line contains: drivers put values of statements into the others. */
function shownError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, message, stack } = stdSerializers.err(error);
  return { type, message, ...('code' in error ? { code: error.code } : {}), stack };
}

/** Writes one JSON line for each event to standard output. Secrets are removed by field name, and then by their shape. */
export function openLog(
  level: string,
  destination: DestinationStream = process.stdout,
  secretHeaders: readonly string[] = secretHeadersOf(allRoutes),
): Logger {
  const paths = [...new Set([...namesOfSecrets, ...secretHeaders])].flatMap((name) =>
    ['', '*', '*.*'].map((within) => `${within}["${name}"]`),
  );
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths, censor: '[redacted]' },
      serializers: { err: shownError, error: shownError },
    },
    { write: (line) => void destination.write(redacted(line)) },
  );
}
