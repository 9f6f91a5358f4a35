import type { PlainDate } from '../../../kernel/time.ts';
import { masked } from '../../identities/identity-verification.ts';
import { type Zone, zoneIn } from '../../identities/zones/zone.ts';
import { formatOf, zoneLayouts } from '../../identities/zones/zone-formats.ts';
import type { ReadLine } from './read-text.ts';

/** A machine readable zone among the lines of a page. */
export interface FoundZone {
  /** Its first line, from 0, and how many it has. */
  readonly at: number;
  readonly count: number;
  /** Only in memory: nothing of this is stored (EXT-9). */
  readonly lines: readonly string[];
  readonly zone: Zone;
  readonly weight: number;
}

const [soundWeight, brokenWeight] = [0.99, 0.5];
const beginnings = /^[PVACI]/;
const counts = [...new Set(Object.values(zoneLayouts).map(({ lines }) => lines))];

const withoutBlanks = ({ text }: ReadLine): string => text.replaceAll(/\s/gu, '');

/** The zones of a page. */
export function zonesIn(lines: readonly ReadLine[], asOf: PlainDate): readonly FoundZone[] {
  const texts = lines.map(withoutBlanks);
  const zones: FoundZone[] = [];
  for (let at = 0; at < texts.length; at += 1) {
    const found = counts.flatMap((count) => zoneAt(texts, at, count, asOf) ?? [])[0];
    if (found === undefined) continue;
    zones.push(found);
    at += found.count - 1;
  }
  return zones;
}

function zoneAt(texts: readonly string[], at: number, count: number, asOf: PlainDate): FoundZone | null {
  const lines = texts.slice(at, at + count);
  const isZone =
    beginnings.test(lines[0] ?? '') && formatOf(lines) !== null && lines.some((line) => line.includes('<<'));
  const zone = isZone ? zoneIn(lines, asOf) : null;
  if (zone === null) return null;
  const weight = zone.checks.every(({ ok }) => ok) ? soundWeight : brokenWeight;
  return { at, count, lines, zone, weight };
}

/** A zone as it may be shown and kept: its format, and the end of its number. */
export const zoneInWords = ({ zone: { format, fields } }: FoundZone): string =>
  `${format} ${masked(fields.documentNumber)}`;

const fewestOfZone = 20;
const lengths: ReadonlySet<number> = new Set(Object.values(zoneLayouts).map(({ length }) => length));
const looksLikeZone = (text: string): boolean =>
  text.length >= fewestOfZone && text.includes('<<') && /^[A-Z0-9<]+$/i.test(text);
/** A line without any place to spare has no fillers, and is known by the lines beside it. */
const isFullLine = (text = ''): boolean => lengths.has(text.length) && /^[A-Z0-9<]+$/.test(text);
const unread: ReadLine = { text: '', namedDates: [], words: [] };

/**
 * The lines of a page, with nothing in those that may be of a zone, even of one that was read badly: nothing else is taken
 * from them, and nobody quotes or keeps them.
 */
export function withoutZones(lines: readonly ReadLine[]): readonly ReadLine[] {
  const texts = lines.map(withoutBlanks);
  const isOfZone = texts.map(looksLikeZone);
  for (let at = texts.length - 2; at >= 0; at -= 1)
    isOfZone[at] ||= isOfZone[at + 1] === true && isFullLine(texts[at]);
  for (let at = 1; at < texts.length; at += 1)
    isOfZone[at] ||= isOfZone[at - 1] === true && isFullLine(texts[at]);
  return lines.map((line, at) => (isOfZone[at] === true ? unread : line));
}
