import type { PlainDate } from '../../../kernel/time.ts';

/** A date of a zone; its parts that nobody knows are `XX`. Null is no date, or one that does not exist. */
export interface ZoneDate {
  readonly date: string | null;
  readonly isImpossible: boolean;
}

const none: ZoneDate = { date: null, isImpossible: false };
const impossible: ZoneDate = { date: null, isImpossible: true };
const unknown = 'XX';

const isReal = (date: PlainDate): boolean => {
  const at = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(date);
};
const written = (year: number, rest: string): string => `${String(year).padStart(4, '0')}-${rest}`;

/** The earliest day that a date with unknown parts can be. */
const earliest = (date: string): PlainDate => date.replaceAll(unknown, '01');

/** The two digits of a part, or `XX` where fillers say that it is not known; null is neither. */
const partOf = (characters: string): string | null =>
  characters === '<<' ? unknown : /^\d\d$/.test(characters) ? characters : null;

/** A date of birth: of the latest century in which it does not come after `asOf`. */
export function birthDateOf(characters: string, asOf: PlainDate): ZoneDate {
  if (characters === '<<<<<<') return none;
  const [month, day] = [partOf(characters.slice(2, 4)), partOf(characters.slice(4, 6))];
  if (!/^\d\d/.test(characters) || month === null || day === null) return impossible;
  const century = Math.floor(Number(asOf.slice(0, 4)) / 100);
  const date = [century, century - 1, century - 2]
    .map((hundreds) => written(hundreds * 100 + Number(characters.slice(0, 2)), `${month}-${day}`))
    .find((candidate) => isReal(earliest(candidate)) && earliest(candidate) <= asOf);
  return date === undefined ? impossible : { date, isImpossible: false };
}

/** How many years before `asOf` the first of the hundred years lies in which a document expires. */
const yearsBefore = 30;

/** A date of expiry: of the years from 30 before `asOf` to 69 after it. */
export function expiryDateOf(characters: string, asOf: PlainDate): ZoneDate {
  if (characters === '<<<<<<') return none;
  if (!/^\d{6}$/.test(characters)) return impossible;
  const first = Number(asOf.slice(0, 4)) - yearsBefore;
  const year = first + ((((Number(characters.slice(0, 2)) - first) % 100) + 100) % 100);
  const date = written(year, `${characters.slice(2, 4)}-${characters.slice(4, 6)}`);
  return isReal(date) ? { date, isImpossible: false } : impossible;
}
