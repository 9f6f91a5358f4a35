/** An instant as ISO 8601 in UTC with milliseconds: `2026-05-04T09:30:00.000Z`. Such strings sort by time. */
export type Instant = string;
/** A calendar date, `YYYY-MM-DD`, in no zone. */
export type PlainDate = string;
/** A wall time without offset, `YYYY-MM-DDTHH:mm:ss`. */
export type WallTime = string;

export const instantOf = (milliseconds: number): Instant => new Date(milliseconds).toISOString();
export const millisecondsOf = (instant: Instant): number => Date.parse(instant);
export const plusSeconds = (instant: Instant, seconds: number): Instant =>
  instantOf(millisecondsOf(instant) + seconds * 1000);
export const plusMinutes = (instant: Instant, minutes: number): Instant => plusSeconds(instant, minutes * 60);
export const plusDays = (instant: Instant, days: number): Instant => plusSeconds(instant, days * 86_400);
export const secondsBetween = (earlier: Instant, later: Instant): number =>
  (millisecondsOf(later) - millisecondsOf(earlier)) / 1000;
