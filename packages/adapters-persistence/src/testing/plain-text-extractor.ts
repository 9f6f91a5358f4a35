import type { ByteSource, lifecycle } from '@chancery/core';

/** Reads the lines that a test puts down, whatever the file is. */
export class PlainTextExtractor implements lifecycle.TextExtractor {
  readonly versions = { text: 'text 1', ocr: 'ocr 1', dates: 'dates 1' };
  readonly asked: lifecycle.TextToExtract[] = [];
  pages: readonly lifecycle.ReadPage[] = [];
  more: Partial<lifecycle.ExtractedText> = {};
  failure: Error | null = null;
  /** Reads until the caller has lost patience. */
  isStuck = false;

  /** Pages of such lines, each word where its number says. */
  says(...pages: readonly (readonly string[])[]): void {
    this.pages = pages.map((lines, at) => ({
      page: at + 1,
      method: 'text_layer',
      lines: lines.map((text, line) => ({ text, namedDates: [], words: wordsIn(text, line) })),
    }));
  }

  async extract(
    _: ByteSource,
    wanted: lifecycle.TextToExtract,
    signal?: AbortSignal,
  ): Promise<lifecycle.ExtractedText> {
    this.asked.push(wanted);
    if (this.isStuck) await until(signal);
    if (this.failure !== null) throw this.failure;
    const counts = { pagesOcr: 0, pagesFailed: 0 };
    const said = { encrypted: false, missesLanguage: false, isTruncated: false };
    return { ...counts, ...said, pages: this.pages, ...this.more };
  }
}

/** Fails with the reason of the signal once it is given. */
const until = (signal: AbortSignal | undefined) =>
  new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });

const wordsIn = (text: string, line: number): lifecycle.ReadWord[] =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index }) => ({
    start: index,
    end: index + word.length,
    box: { x: index / 200, y: line / 50, width: word.length / 200, height: 0.02 },
    confidence: null,
  }));
