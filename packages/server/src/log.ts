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

/** How deep fields are looked at for the names of secrets: those of a request's headers stand at the third level. */
const deepest = 3;

/**
 * The fields without the values of those that have the name of a secret; the same object if there are none, as in nearly
 * every line. pino's own redaction costs as much as all the rest of a line.
 */
function withoutSecrets(fields: object, names: ReadonlySet<string>, level = 1): object {
  const changed = Object.entries(fields).flatMap(([name, value]) => {
    const shown = names.has(name) ? '[redacted]' : shownValue(value, names, level);
    return shown === value ? [] : [[name, shown] as const];
  });
  if (changed.length === 0) return fields;
  return Object.assign(Array.isArray(fields) ? [] : {}, fields, Object.fromEntries(changed));
}

const shownValue = (value: unknown, names: ReadonlySet<string>, level: number): unknown =>
  typeof value === 'object' && value !== null && level < deepest && !(value instanceof Error)
    ? withoutSecrets(value, names, level + 1)
    : value;

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
  const names = new Set([...namesOfSecrets, ...secretHeaders]);
  const blotted = (fields: object) => withoutSecrets(fields, names) as Record<string, unknown>;
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), bindings: blotted, log: blotted },
      serializers: { err: shownError, error: shownError },
    },
    { write: (line) => void destination.write(redacted(line)) },
  );
}
