import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { LanguageData } from './recognition.ts';

/** The codes that the data of the recognizer has for languages. */
const codes: Readonly<Record<string, string>> = {
  ar: 'ara',
  cs: 'ces',
  da: 'dan',
  de: 'deu',
  el: 'ell',
  en: 'eng',
  es: 'spa',
  fi: 'fin',
  fr: 'fra',
  hu: 'hun',
  id: 'ind',
  it: 'ita',
  ja: 'jpn',
  nl: 'nld',
  no: 'nor',
  pl: 'pol',
  pt: 'por',
  ro: 'ron',
  ru: 'rus',
  sv: 'swe',
  tr: 'tur',
  uk: 'ukr',
  vi: 'vie',
  zh: 'chi_sim',
};

const variant = '4.0.0_best_int';
const require = createRequire(import.meta.url);

/** The data of a language in the folder of the operator, or else in an installed package; null where neither has it. */
export function languageData(language: string, folder: string | null): LanguageData | null {
  const code = codes[language];
  if (code === undefined) return null;
  const name = `${code}.traineddata.gz`;
  const own = folder === null ? null : join(folder, name);
  if (own !== null && existsSync(own)) return { code, file: own };
  try {
    return { code, file: require.resolve(`@tesseract.js-data/${code}/${variant}/${name}`) };
  } catch {
    return null;
  }
}
