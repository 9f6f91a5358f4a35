import type { IncomingMessage } from 'node:http';
import { type ByteRange, rangeNotSatisfiable } from '@chancery/core';

const unit = /^bytes=(.*)$/i;
const spec = /^(\d*)-(\d*)$/;

/**
 * The one range of bytes that a request asks for, or null if it is to get the whole (RFC 9110, 14.2): there is no `Range`,
 * it cannot be read, its unit is another, or what the caller has is of another version (`If-Range`). Throws
 * `range.not_satisfiable` if it asks for several ranges, or for one that lies behind the end.
 */
export function requestedRange(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  sizeBytes: number,
  etag: string | null,
): ByteRange | null {
  if (method !== 'GET' || headers.range === undefined) return null;
  if (!isOfThisVersion(headers['if-range'], etag)) return null;
  const ranges = (unit.exec(headers.range.trim())?.[1] ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => rangeOf(text, sizeBytes));
  if (ranges.length === 0 || ranges.includes('unreadable')) return null;
  const [range] = ranges;
  if (ranges.length > 1 || range === undefined || typeof range === 'string' || range.start >= range.end)
    throw rangeNotSatisfiable({ sizeBytes });
  return range;
}

function rangeOf(text: string, sizeBytes: number): ByteRange | 'unreadable' {
  const [, first = '', last = ''] = spec.exec(text) ?? [];
  if (first === '' && last === '') return 'unreadable';
  if (first === '') return { start: Math.max(0, sizeBytes - Number(last)), end: sizeBytes };
  if (last !== '' && Number(last) < Number(first)) return 'unreadable';
  return { start: Number(first), end: last === '' ? sizeBytes : Math.min(Number(last) + 1, sizeBytes) };
}

/** The comparison is strong, and there is no date of a change that a date could be compared with (RFC 9110, 13.1.5). */
const isOfThisVersion = (header: string | readonly string[] | undefined, etag: string | null): boolean =>
  header === undefined || (etag !== null && String(header).trim() === `"${etag}"`);
