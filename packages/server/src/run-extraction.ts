import { basename } from 'node:path';
import {
  BytesTypeDetector,
  EnginePool,
  PooledArchiveInspector,
  PooledTextExtractor,
  readsHeic,
} from '@chancery/adapters-engines';
import { lifecycle } from '@chancery/core';
import { complain, type Given, print, textOf } from './command-answer.ts';
import { type Environment, loadConfiguration } from './configuration.ts';
import { fileSource } from './file-source.ts';

const mostPages = 200;

/**
 * The command `extraction run <file>`: what an extraction would propose of a file on this machine. It opens no database and
 * stores nothing. The exit code is 1 if nobody can read the file, 2 if it cannot be opened or is of a kind without text.
 */
export async function runExtraction(environment: Environment, given: Given): Promise<number> {
  const path = textOf(given.file);
  const content = await fileSource(path);
  if (content === null || content.sizeBytes === 0) return complain(2, 'The file cannot be read.');
  const languages = (textOf(given.languages) || 'en').split(',');
  if (!languages.every((language) => /^[a-z]{2,3}$/.test(language)))
    return complain(2, '--languages: give primary tags, such as de,en.');
  const ocr = lifecycle.ocrModes.find((mode) => mode === (textOf(given.ocr) || 'auto'));
  if (ocr === undefined) return complain(2, `--ocr: give ${lifecycle.ocrModes.join(', ')}.`);
  const { extraction } = loadConfiguration(environment);

  const pool = new EnginePool({ processes: 1 });
  try {
    const detector = new BytesTypeDetector(new PooledArchiveInspector(pool));
    const type = await detector.detect(content, basename(path));
    const mimeType = type.kind === 'known' ? type.mimeType : '';
    if (!lifecycle.isExtractable(mimeType)) return complain(2, 'The file is of a kind that has no text.');
    if (!lifecycle.isReadHere(mimeType, { lacksHeic: !readsHeic() }))
      return complain(2, 'Pictures in HEIC need the package heic-decode, which is not installed.');
    const now = new Date().toISOString();
    const text = await new PooledTextExtractor(pool, extraction).extract(content, {
      mimeType,
      pages: { from: 1, to: mostPages },
      ocr,
      languages,
      reference: now,
    });
    if (text.encrypted) return complain(1, 'The file cannot be read without its password.');
    const { pagesOcr, pagesFailed, missesLanguage, isTruncated, pages } = text;
    const dateOrder = given.monthFirst === true ? 'mdy' : 'dmy';
    const wanted = { kinds: lifecycle.extractionKinds, dateOrder, asOf: now.slice(0, 10) } as const;
    print({
      mimeType,
      pagesProcessed: pages.length,
      pagesOcr,
      pagesFailed,
      missesLanguage,
      isTruncated,
      evidence: lifecycle.proposalsIn(pages, wanted),
    });
    return 0;
  } finally {
    await pool.close(0);
  }
}
