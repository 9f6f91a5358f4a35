import type { identityFormats } from '../../types/document-type.ts';

export type ZoneFormat = (typeof identityFormats)[number];

/** Where a field stands: the line from 0, and its first and last character from 1, as ICAO 9303 counts them. */
type Place = readonly [line: number, first: number, last: number];

/** The layout of one format. */
export interface ZoneLayout {
  readonly lines: number;
  readonly length: number;
  readonly documentCode: Place;
  readonly issuingState: Place;
  readonly names: Place;
  readonly documentNumber: Place;
  readonly nationality: Place;
  readonly birthDate: Place;
  readonly sex: Place;
  readonly expiryDate: Place;
  readonly optionalData: Place;
  readonly optionalData2?: Place;
  /** The optional field has a digit of its own, which may be a filler if the field is empty. */
  readonly hasPersonalNumber?: true;
  /** A number that does not fit goes on in the optional field. */
  readonly hasLongNumbers?: true;
  /** What the composite digit is over, and where it stands; visas have none. */
  readonly composite?: { readonly over: readonly Place[]; readonly digit: Place };
}

const common = {
  documentCode: [0, 1, 2],
  issuingState: [0, 3, 5],
} as const satisfies Partial<ZoneLayout>;

/** The second line, which four of the formats share up to the date of expiry. */
const secondLine = {
  documentNumber: [1, 1, 9],
  nationality: [1, 11, 13],
  birthDate: [1, 14, 19],
  sex: [1, 21, 21],
  expiryDate: [1, 22, 27],
} as const satisfies Partial<ZoneLayout>;

/** The formats of ICAO 9303 (parts 4 to 7). */
export const zoneLayouts: Readonly<Record<ZoneFormat, ZoneLayout>> = {
  TD1: {
    lines: 3,
    length: 30,
    ...common,
    documentNumber: [0, 6, 14],
    optionalData: [0, 16, 30],
    birthDate: [1, 1, 6],
    sex: [1, 8, 8],
    expiryDate: [1, 9, 14],
    nationality: [1, 16, 18],
    optionalData2: [1, 19, 29],
    names: [2, 1, 30],
    hasLongNumbers: true,
    composite: {
      over: [
        [0, 6, 30],
        [1, 1, 7],
        [1, 9, 15],
        [1, 19, 29],
      ],
      digit: [1, 30, 30],
    },
  },
  TD2: {
    lines: 2,
    length: 36,
    ...common,
    ...secondLine,
    names: [0, 6, 36],
    optionalData: [1, 29, 35],
    hasLongNumbers: true,
    composite: {
      over: [
        [1, 1, 10],
        [1, 14, 20],
        [1, 22, 35],
      ],
      digit: [1, 36, 36],
    },
  },
  TD3: {
    lines: 2,
    length: 44,
    ...common,
    ...secondLine,
    names: [0, 6, 44],
    optionalData: [1, 29, 42],
    hasPersonalNumber: true,
    composite: {
      over: [
        [1, 1, 10],
        [1, 14, 20],
        [1, 22, 43],
      ],
      digit: [1, 44, 44],
    },
  },
  MRVA: { lines: 2, length: 44, ...common, ...secondLine, names: [0, 6, 44], optionalData: [1, 29, 44] },
  MRVB: { lines: 2, length: 36, ...common, ...secondLine, names: [0, 6, 36], optionalData: [1, 29, 36] },
};

const visas: readonly ZoneFormat[] = ['MRVA', 'MRVB'];

/** The format that lines of this number, length and beginning have; null if none has them. */
export function formatOf(lines: readonly string[]): ZoneFormat | null {
  if (!lines.every((line) => /^[A-Z0-9<]+$/.test(line))) return null;
  const isVisa = lines[0]?.startsWith('V') === true;
  const fitting = (Object.keys(zoneLayouts) as ZoneFormat[]).find((format) => {
    const layout = zoneLayouts[format];
    const isOfSize = lines.length === layout.lines && lines.every((line) => line.length === layout.length);
    return isOfSize && (layout.lines === 3 || visas.includes(format) === isVisa);
  });
  return fitting ?? null;
}

/** The characters at a place. */
export const charactersAt = (lines: readonly string[], [line, first, last]: Place): string =>
  (lines[line] ?? '').slice(first - 1, last);

/** The digit that stands behind a field. */
export const digitBehind = (lines: readonly string[], [line, , last]: Place): string =>
  charactersAt(lines, [line, last + 1, last + 1]);
