import type { Logger } from 'pino';

/** The default minimum; the operator may decide for less. */
const safePasswordLength = 15;

/** Warns if the operator lets people choose shorter passwords than by default (PWD-1). */
export function warnOfShortPasswords(minLength: number, log: Pick<Logger, 'warn'>): void {
  if (minLength < safePasswordLength)
    log.warn(
      { characters: minLength },
      `passwords may be shorter than ${safePasswordLength} characters; nothing but their length withstands guessing`,
    );
}
