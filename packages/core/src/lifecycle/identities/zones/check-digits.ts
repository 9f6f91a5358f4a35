const weights = [7, 3, 1] as const;

/** A filler counts nothing, digits themselves, and A to Z ten to thirty-five. */
const countOf = (character: string): number => (character === '<' ? 0 : Number.parseInt(character, 36));

/** The digit that belongs behind these characters (ICAO 9303 part 3, 4.9). */
export const checkDigit = (characters: string): string =>
  String(
    [...characters].reduce((sum, character, at) => sum + countOf(character) * (weights[at % 3] ?? 0), 0) % 10,
  );

/** The digits of a zone. Which of them there are depends on the format. */
export const checkNames = [
  'documentNumber',
  'birthDate',
  'expiryDate',
  'personalNumber',
  'composite',
] as const;

/** A digit as it was read, and as it has to be. */
export interface CheckedDigit {
  readonly name: (typeof checkNames)[number];
  readonly read: string;
  readonly computed: string;
  readonly ok: boolean;
}

export function checkedDigit(name: CheckedDigit['name'], characters: string, read: string): CheckedDigit {
  const computed = checkDigit(characters);
  return { name, read, computed, ok: read === computed };
}
