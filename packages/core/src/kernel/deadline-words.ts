import { dateInWords, type MailLanguage } from './mail-template.ts';
import type { TimeZoneRules } from './ports.ts';
import type { Instant } from './time.ts';

/** `Monday, 30 November 2026, 10:05 (Europe/Berlin)`, in the zone of the reader. */
export function deadlineInWords(
  language: MailLanguage,
  deadlineAt: Instant,
  zone: string,
  rules: TimeZoneRules,
): string {
  const known = rules.has(zone) ? zone : 'UTC';
  const wall = rules.wall(deadlineAt, known);
  return `${dateInWords(language, wall)}, ${wall.slice(11, 16)} (${known})`;
}
