/** When somebody looks, and from where. */
export interface Viewpoint {
  readonly now: Date;
  /** An IANA name; else the zone of this machine. */
  readonly timeZone?: string;
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;
export const isInstant = (value: unknown): value is string =>
  typeof value === 'string' && instant.test(value);

/** Times that somebody arranged are read on a clock; what else happened or will, by how long that is away. */
const arranged = /(^|\.)(scheduled|start|end)\w*At$/;

export const timeCell = (name: string, value: string, viewpoint: Viewpoint): string =>
  arranged.test(name) ? localTime(value, viewpoint) : relativeTime(value, viewpoint);

/** `2026-11-23 13:30`, where the reader is. */
function localTime(value: string, { timeZone }: Viewpoint): string {
  // Swedish writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(new Date(value));
}

const units = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** `3 hours ago`, `in 2 days`. */
function relativeTime(value: string, { now }: Viewpoint): string {
  const seconds = (Date.parse(value) - now.getTime()) / 1000;
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ['second', 0];
  return size === 0 ? 'just now' : relative.format(Math.trunc(seconds / size), unit);
}

/** Both, where there is room. */
export const fullTime = (value: string, viewpoint: Viewpoint): string =>
  `${localTime(value, viewpoint)} (${relativeTime(value, viewpoint)})`;
