import { extractRawText } from 'mammoth';
import type { PlainLine } from './lines/page-lines.ts';

/** The lines of a text whose words have no places. */
export const linesWithoutPlaces = (text: string): PlainLine[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => ({ text: line, words: [] }));

/** The lines of a Word document. It has no pages until somebody prints it. */
export const docxLines = async (file: Buffer): Promise<PlainLine[]> =>
  linesWithoutPlaces((await extractRawText({ buffer: file })).value);

/** The lines of a text file. */
export const plainLines = (file: Buffer): PlainLine[] => linesWithoutPlaces(file.toString('utf8'));
