/** Names by which the platform knows the code pages that are called by a number of their own. */
const namedPages: Readonly<Record<number, string>> = {
  866: 'ibm866',
  874: 'windows-874',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  10000: 'macintosh',
  65001: 'utf-8',
};

/** The code page of a font, by the number of its character set (RTF 1.9.1, `\fcharset`). */
const pagesOfCharacterSets: Readonly<Record<number, string>> = {
  0: 'windows-1252',
  77: 'macintosh',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};

/** What a document is written in that says nothing of it. */
export const usualPage = 'windows-1252';

/** The name of a code page, or that of western Europe for one that nobody knows. */
export const pageOfNumber = (number: number): string =>
  namedPages[number] ?? (number >= 1250 && number <= 1258 ? `windows-${number}` : usualPage);

/** Null stands for the code page of the document. */
export const pageOfCharacterSet = (number: number): string | null => pagesOfCharacterSets[number] ?? null;

/** What the code page of western Europe has from 0x80 to 0x9F, where Latin 1 has signs that control a terminal. */
const westernSigns = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Node takes windows-1252 for Latin 1, so those signs are put in here. */
export function decodedBytes(bytes: readonly number[], page: string): string {
  const given = Uint8Array.from(bytes);
  if (page !== usualPage) return new TextDecoder(page).decode(given);
  return Buffer.from(given)
    .toString('latin1')
    .replaceAll(/[\u0080-\u009f]/g, (sign) => westernSigns[sign.charCodeAt(0) - 0x80] ?? sign);
}
