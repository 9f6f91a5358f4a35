/** How ICAO 9303 part 3 writes national letters, in upper case. */
const nationalLetters: Readonly<Record<string, readonly string[]>> = {
  Ä: ['AE', 'A'],
  Ö: ['OE', 'O'],
  Ü: ['UE', 'UXX', 'U'],
  Å: ['AA', 'A'],
  Ø: ['OE', 'O'],
  Æ: ['AE'],
  Œ: ['OE'],
  ẞ: ['SS'],
  Þ: ['TH'],
  Ð: ['D'],
  Đ: ['D'],
  Ł: ['L'],
  Ñ: ['N', 'NXX'],
  Ĳ: ['IJ'],
  Ħ: ['H'],
  Ŧ: ['T'],
  Ŋ: ['N'],
  İ: ['I'],
};
const mostVariants = 64;
const dropped = /['’ʼ‘`´.,]/gu;
const separators = /[\s\p{Pd}]/u;

/**
 * The ways in which a name that somebody claims may stand in a zone: with blanks between its words. None if it has letters
 * that the tables do not write.
 */
export function nameVariants(claimed: string): readonly string[] {
  const words = claimed.normalize('NFC').toUpperCase().replaceAll(dropped, '').split(separators);
  const plain = words.filter((word) => word !== '').join(' ');
  let variants = [''];
  for (const letter of plain) {
    const written = writtenAs(letter);
    if (written === null) return [];
    variants = variants.flatMap((before) => written.map((part) => before + part)).slice(0, mostVariants);
  }
  return plain === '' ? [] : variants;
}

function writtenAs(letter: string): readonly string[] | null {
  if (/^[A-Z ]$/.test(letter)) return [letter];
  const national = nationalLetters[letter];
  if (national !== undefined) return national;
  const base = letter.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return /^[A-Z]*$/.test(base) ? [base] : null;
}

/** Whether a claimed name has letters that a zone cannot. */
export const hasNationalLetters = (claimed: string): boolean =>
  /[^\u0020-\u007e]/u.test(
    claimed
      .normalize('NFC')
      .replaceAll(dropped, '')
      .replaceAll(/[\s\p{Pd}]/gu, ' '),
  );
