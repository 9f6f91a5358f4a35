// Apart from the placeholder, so that the process that asks for a seal loads no library for PDFs.

/** What the byte range holds until the file is written: ten digits each, enough for files of 9 GB. */
const unknownNumber = '/**********';
const unknownRange = `[0 ${unknownNumber} ${unknownNumber} ${unknownNumber}]`;
const dictionaryStart = [
  '<<',
  '/Type /Sig',
  '/Filter /Adobe.PPKLite',
  '/SubFilter /ETSI.CAdES.detached',
  '/ByteRange ',
].join('\n');
/** How the dictionary of a file begins that is not sealed yet. */
export const unsealedStart = `${dictionaryStart}${unknownRange}\n/Contents <`;
/** How far behind that beginning the byte range is, and how many characters it may take. */
export const byteRangePlace = { offset: dictionaryStart.length, length: unknownRange.length };
