import { type PDFDict, PDFParser, PDFRawStream, type PDFStream } from 'pdf-lib';
import { StreamLengths } from './stream-lengths.ts';

const [keyword, endMark] = ['stream', 'endstream'];
const [lineFeed, carriageReturn, space] = [0x0a, 0x0d, 0x20];

/**
 * The parser of the library, for streams of any content. If the length of a stream is an object of its own, the library
 * alone ends the stream at the first word that looks like its end, and takes the word "stream" within for another stream.
 */
export class StreamParser extends PDFParser {
  protected readonly file: Buffer;
  readonly #lengths: StreamLengths;

  constructor(file: Buffer) {
    super(file);
    this.file = file;
    this.#lengths = new StreamLengths(file);
  }

  /** The content of a stream is neither copied nor looked through byte by byte. */
  protected override parseDictOrStream(): PDFDict | PDFStream {
    const dict = this.parseDict();
    this.skipWhitespaceAndComments();
    const start = this.#startOfStream(this.bytes.offset());
    if (start === null) return dict;
    const end = this.#lengths.endOf(dict, start);
    if (end === null) {
      this.bytes.moveTo(this.file.length);
      throw new Error('A stream does not end');
    }
    this.bytes.moveTo(this.file.indexOf(endMark, end) + endMark.length);
    return PDFRawStream.of(dict, this.file.subarray(start, end));
  }

  #startOfStream(place: number): number | null {
    if (this.file.toString('latin1', place, place + keyword.length) !== keyword) return null;
    let start = place + keyword.length;
    if (this.file[start] === space) start += 1;
    if (this.file[start] === carriageReturn) start += 1;
    if (this.file[start] === lineFeed) start += 1;
    return start;
  }
}
