import { linesWithoutPlaces } from './document-lines.ts';
import type { PlainLine } from './lines/page-lines.ts';
import { decodedBytes, pageOfCharacterSet, pageOfNumber, usualPage } from './rtf-code-pages.ts';

/** The lines of a rich text, which has no pages until somebody prints it. The file is read once, from its beginning to its end. */
export const rtfLines = (file: Buffer): PlainLine[] => linesWithoutPlaces(new RtfReader(file).text());

/** What holds within a group and ends with it. */
interface Group {
  readonly isShown: boolean;
  readonly isFontTable: boolean;
  readonly font: number;
  /** How many bytes stand for a reader that knows no Unicode, after each of its characters. */
  readonly standIns: number;
}

/** Groups that hold something else than the text. Whatever begins with `\*` is one of them as well. */
const noText: ReadonlySet<string> = new Set(
  (
    'fonttbl colortbl stylesheet info pict objdata objclass objname header headerl headerr headerf footer footerl footerr ' +
    'footerf filetbl revtbl listtable listoverridetable rsidtbl generator themedata colorschememapping datastore ' +
    'latentstyles xmlnstbl fldinst bkmkstart bkmkend atnid atnauthor atnref atntime annotation nonshppict template'
  ).split(' '),
);
/** Control words that stand for a character. */
const characters: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  sect: '\n',
  page: '\n',
  row: '\n',
  cell: '\n',
  nestcell: '\n',
  nestrow: '\n',
  tab: '\t',
  emdash: '—',
  endash: '–',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
};
const symbols: Readonly<Record<string, string>> = {
  '~': '\u00a0',
  _: '\u2011',
  '\n': '\n',
  '\r': '\n',
  '\\': '\\',
  '{': '{',
  '}': '}',
};
/** No text has groups that lie this deep in one another. */
const deepestGroup = 1000;
const longestWord = 32;
const longestNumber = 10;

const [backslash, opening, closing, lineFeed, carriageReturn, quote] = [0x5c, 0x7b, 0x7d, 0x0a, 0x0d, 0x27];
const isLetter = (byte: number) => (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a);
const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;

class RtfReader {
  readonly #file: Buffer;
  #at = 0;
  #group: Group = { isShown: true, isFontTable: false, font: 0, standIns: 1 };
  readonly #outer: Group[] = [];
  #page = usualPage;
  /** Null for a font in the code page of the document. */
  readonly #pageOfFont = new Map<number, string | null>();
  #usualFont = 0;
  #standsFor = 0;
  /** Bytes of the text that wait for the others of their characters. */
  #bytes: number[] = [];
  readonly #pieces: string[] = [];

  constructor(file: Buffer) {
    this.#file = file;
  }

  text(): string {
    while (this.#at < this.#file.length) this.#step(this.#file[this.#at++] ?? 0);
    this.#decode();
    return this.#pieces.join('');
  }

  #step(byte: number): void {
    if (byte === backslash) this.#control();
    else if (byte === opening) this.#begin();
    else if (byte === closing) this.#end();
    else if (byte !== lineFeed && byte !== carriageReturn && byte !== 0) this.#byte(byte);
  }

  #begin(): void {
    if (this.#outer.length === deepestGroup) throw new Error('The groups of the file lie too deep');
    this.#standsFor = 0;
    this.#outer.push(this.#group);
  }

  #end(): void {
    this.#decode();
    this.#standsFor = 0;
    this.#group = this.#outer.pop() ?? this.#group;
  }

  #control(): void {
    const first = this.#file[this.#at] ?? 0;
    if (isLetter(first)) {
      this.#word();
      return;
    }
    this.#at += 1;
    if (first === quote) {
      const byte = Number.parseInt(this.#file.toString('latin1', this.#at, this.#at + 2), 16);
      this.#at += 2;
      if (!Number.isNaN(byte)) this.#byte(byte);
      return;
    }
    const symbol = String.fromCharCode(first);
    if (symbol === '*') this.#hide();
    else this.#say(symbols[symbol] ?? '');
  }

  #word(): void {
    const start = this.#at;
    while (isLetter(this.#file[this.#at] ?? 0)) this.#at += 1;
    const word = this.#file.toString('latin1', start, Math.min(this.#at, start + longestWord));
    const numberAt = this.#at;
    if (this.#file[this.#at] === 0x2d) this.#at += 1;
    while (isDigit(this.#file[this.#at] ?? 0)) this.#at += 1;
    const digits = this.#file.toString('latin1', numberAt, Math.min(this.#at, numberAt + longestNumber));
    // One blank ends the word and belongs to it.
    if (this.#file[this.#at] === 0x20) this.#at += 1;
    this.#do(word, digits === '' || digits === '-' ? null : Number(digits));
  }

  #do(word: string, number: number | null): void {
    if (noText.has(word)) {
      this.#hide();
      if (word === 'fonttbl') this.#group = { ...this.#group, isFontTable: true };
    } else if (word === 'u' && number !== null) this.#unicode(number);
    else if (word === 'bin') this.#at += Math.max(0, number ?? 0);
    else if (word === 'uc') this.#group = { ...this.#group, standIns: Math.max(0, number ?? 1) };
    else if (word === 'ansicpg') this.#page = pageOfNumber(number ?? 0);
    else if (word === 'mac') this.#page = pageOfNumber(10000);
    else if (word === 'deff') this.#usualFont = number ?? 0;
    else if (word === 'f' || word === 'plain') this.#font(word === 'plain' ? this.#usualFont : (number ?? 0));
    else if (word === 'fcharset' && this.#group.isFontTable)
      this.#pageOfFont.set(this.#group.font, pageOfCharacterSet(number ?? 0));
    else if (Object.hasOwn(characters, word)) this.#say(characters[word] ?? '');
  }

  #font(font: number): void {
    this.#decode();
    this.#group = { ...this.#group, font };
  }

  #hide(): void {
    this.#decode();
    this.#group = { ...this.#group, isShown: false };
  }

  /** One of a pair of surrogates is a character of its own here; they meet in the text. */
  #unicode(number: number): void {
    this.#decode();
    if (this.#group.isShown) this.#pieces.push(String.fromCharCode(number & 0xffff));
    this.#standsFor = this.#group.standIns;
  }

  #say(text: string): void {
    if (this.#isStandIn()) return;
    this.#decode();
    if (this.#group.isShown) this.#pieces.push(text);
  }

  #byte(byte: number): void {
    if (!this.#isStandIn() && this.#group.isShown) this.#bytes.push(byte);
  }

  #isStandIn(): boolean {
    if (this.#standsFor === 0) return false;
    this.#standsFor -= 1;
    return true;
  }

  #decode(): void {
    if (this.#bytes.length === 0) return;
    const page = this.#pageOfFont.get(this.#group.font) ?? this.#page;
    this.#pieces.push(decodedBytes(this.#bytes, page));
    this.#bytes = [];
  }
}
