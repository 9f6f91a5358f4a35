import type { ByteSource, lifecycle } from '@chancery/core';
import { z } from 'zod';
import { EngineFailure } from '../pool/engine-failure.ts';
import type { EnginePool, TaskGiven } from '../pool/engine-pool.ts';
import { type EngineTask, engineTask, moduleBeside } from '../pool/engine-task.ts';
import { pooledRun, TooCostly } from '../pool/pooled-run.ts';
import { engineVersions } from './engine-versions.ts';
import { languageData } from './language-data.ts';
import type { PagelessForm, TextOfFile, TextToRead } from './read-text-task.ts';
import type { LanguageData } from './recognition.ts';
import type { PageToRecognize } from './recognize-page-task.ts';

const fraction = z.number().min(0).max(1);
const line = z.strictObject({
  text: z.string(),
  namedDates: z.array(z.strictObject({ start: z.int().min(0), end: z.int().min(0), date: z.iso.date() })),
  words: z.array(
    z.strictObject({
      start: z.int().min(0),
      end: z.int().min(0),
      box: z.strictObject({ x: fraction, y: fraction, width: fraction, height: fraction }),
      confidence: fraction.nullable(),
    }),
  ),
});

const readText = engineTask<typeof import('./read-text-task.ts')>({
  name: 'read text',
  module: moduleBeside(import.meta.url, './read-text-task'),
  output: z.strictObject({
    pageCount: z.int().min(1).nullable(),
    encrypted: z.boolean(),
    pages: z.array(z.strictObject({ page: z.int().min(1).nullable(), lines: z.array(line) })),
    failed: z.array(z.int().min(1)),
  }),
  limits: { sourceReadings: 1, outputMebibytes: 16 },
});

const recognizePage = engineTask<typeof import('./recognize-page-task.ts')>({
  name: 'recognize page',
  module: moduleBeside(import.meta.url, './recognize-page-task'),
  output: z.strictObject({ lines: z.array(line) }),
  limits: { sourceReadings: 1, outputMebibytes: 16, processorSeconds: 60, wallSeconds: 120 },
});

const forms: Readonly<Record<lifecycle.ExtractableType, PageToRecognize['form'] | PagelessForm>> = {
  'application/pdf': 'pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'docx',
  'application/vnd.oasis.opendocument.text': 'odt',
  'application/rtf': 'rtf',
  'text/plain': 'plain',
  'text/csv': 'plain',
  'image/png': 'picture',
  'image/jpeg': 'picture',
  'image/tiff': 'tiff',
  'image/heic': 'heic',
};
/** Forms that are one picture, and nothing else. */
const isOnePicture = (form: string): form is 'picture' | 'heic' => form === 'picture' || form === 'heic';
const isPaged = (form: string): form is PageToRecognize['form'] =>
  form === 'pdf' || form === 'tiff' || isOnePicture(form);
/** So many pages are read at once. */
const pagesOfTask = 20;
/** A page that says less by itself is looked at as a picture. */
const fewestCharacters = 20;

export interface TextExtractorOptions {
  /** A folder with data of languages beside the installed packages, or null. */
  readonly languageFolder: string | null;
  /** Whether anything is recognized at all. */
  readonly recognizes: boolean;
}

/** What a call is about, as each of its tasks is given it. */
interface Call {
  readonly wanted: lifecycle.TextToExtract;
  readonly given: TaskGiven;
}

/**
 * Reads the text of documents in the processes of the pool: what the file says by itself, and what is recognized in pictures
 * of its pages, each page in a task of its own. A page that takes too much is skipped and counted (EXT-6).
 */
export class PooledTextExtractor implements lifecycle.TextExtractor {
  readonly versions = engineVersions;
  readonly #pool: EnginePool;
  readonly #options: TextExtractorOptions;

  constructor(pool: EnginePool, options: TextExtractorOptions) {
    this.#pool = pool;
    this.#options = options;
  }

  async extract(
    content: ByteSource,
    wanted: lifecycle.TextToExtract,
    signal?: AbortSignal,
  ): Promise<lifecycle.ExtractedText> {
    const call = { wanted, given: { sources: [content], ...(signal === undefined ? {} : { signal }) } };
    const form = forms[wanted.mimeType];
    const text = isOnePicture(form)
      ? { pageCount: 1, encrypted: false, pages: [{ page: 1, lines: [] }], failed: [] }
      : await this.#text(form, call);
    const { encrypted, pages, failed } = text;
    const isTruncated = (text.pageCount ?? 0) > wanted.pages.to;
    const read = { encrypted, isTruncated, missesLanguage: false, pagesOcr: 0, pagesFailed: failed.length };
    if (!isPaged(form))
      return { ...read, pages: pages.map((page) => ({ ...page, method: 'text_layer' as const })) };
    return this.#withRecognized(form, pages, read, call);
  }

  /** What the file says by itself, some pages at a time; of pages that together take too much each alone. */
  async #text(form: TextToRead['form'], { wanted, given }: Call): Promise<TextOfFile> {
    const { pages, languages, reference } = wanted;
    const text: TextOfFile = { pageCount: null, encrypted: false, pages: [], failed: [] };
    // Nothing is read of the frames of a picture but how many there are.
    let size = form === 'pdf' ? pagesOfTask : pages.to;
    for (let from = pages.from; from <= Math.min(pages.to, text.pageCount ?? pages.to); ) {
      const to = Math.min(from + size - 1, pages.to);
      const part = await this.#attempt(readText, { form, from, to, languages, reference }, given);
      if (part === null && size > 1) {
        size = 1;
        continue;
      }
      if (part === null) text.failed.push(from);
      text.pageCount = part?.pageCount ?? text.pageCount;
      text.encrypted ||= part?.encrypted ?? false;
      text.pages.push(...(part?.pages ?? []));
      text.failed.push(...(part?.failed ?? []));
      // Nobody knows how many pages a file has that was not opened once.
      if (form !== 'pdf' || text.encrypted || text.pageCount === null) break;
      from = to + 1;
    }
    return text;
  }

  /** The same pages; those that say too little, or all, as they are recognized. Never both on one page (EXT-14). */
  async #withRecognized(
    form: PageToRecognize['form'],
    pages: TextOfFile['pages'],
    read: Omit<lifecycle.ExtractedText, 'pages'>,
    { wanted, given }: Call,
  ): Promise<lifecycle.ExtractedText> {
    const { languages, reference } = wanted;
    const known = languages.map((language) => languageData(language, this.#options.languageFolder));
    const data = known.filter((one): one is LanguageData => one !== null);
    const result = { ...read, pages: [] as lifecycle.ReadPage[] };
    for (const { page, lines } of pages) {
      if (page === null || !this.#isToRecognize(lines, wanted)) {
        result.pages.push({ page, method: 'text_layer', lines });
        continue;
      }
      result.missesLanguage ||= data.length < known.length;
      if (data.length === 0) {
        if (wanted.ocr === 'auto') result.pages.push({ page, method: 'text_layer', lines });
        continue;
      }
      const input = { form, page, data, languages, reference };
      const recognized = await this.#attempt(recognizePage, input, given);
      if (recognized === null) result.pagesFailed += 1;
      else result.pages.push({ page, method: 'ocr', lines: recognized.lines });
      result.pagesOcr += recognized === null ? 0 : 1;
    }
    return result;
  }

  #isToRecognize(lines: readonly lifecycle.ReadLine[], { ocr }: lifecycle.TextToExtract): boolean {
    if (!this.#options.recognizes || ocr === 'never') return false;
    const visible = lines.reduce((sum, { text }) => sum + text.replaceAll(' ', '').length, 0);
    return ocr === 'always' || visible < fewestCharacters;
  }

  /** What the task answers; null if the file takes too much or cannot be read. */
  async #attempt<Input, Output>(
    task: EngineTask<Input, Output>,
    input: Input,
    given: TaskGiven,
  ): Promise<Output | null> {
    try {
      return await pooledRun(this.#pool, task, input, given);
    } catch (error) {
      const isOfFile = error instanceof EngineFailure && error.reason === 'failed';
      if (error instanceof TooCostly || isOfFile) return null;
      throw error;
    }
  }
}
