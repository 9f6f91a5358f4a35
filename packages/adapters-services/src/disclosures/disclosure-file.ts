import { readFileSync, statSync } from 'node:fs';
import type { signing } from '@chancery/core';

/** All texts together; a disclosure is a few pages. */
const mostBytes = 1024 * 1024;
const versionName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const languageTag = /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8}){0,4}$/;

/**
 * The operator's own disclosures (`CHANCERY_DISCLOSURE_FILE`): JSON with a list of versions, the newest last, each with its
 * texts by language: `[{"version": "2027-01", "texts": {"en": "…", "de": "…"}}]`. Every version has an English text.
 * Throws a `TypeError` that says what is wrong with the file.
 */
export function readDisclosureFile(path: string): readonly signing.DisclosureVersion[] {
  if (statSync(path).size > mostBytes) throw new TypeError('The disclosure file is larger than 1 MiB.');
  return parseDisclosures(readFileSync(path));
}

export function parseDisclosures(bytes: Uint8Array): readonly signing.DisclosureVersion[] {
  let content: unknown;
  try {
    content = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new TypeError('The disclosure file is no JSON in UTF-8.', { cause });
  }
  if (!Array.isArray(content) || content.length === 0)
    throw new TypeError('The disclosure file is no list with at least one version.');
  const versions = content.map(versionOf);
  if (new Set(versions.map(({ version }) => version)).size < versions.length)
    throw new TypeError('The disclosure file has a version twice.');
  return versions;
}

function versionOf(entry: unknown, index: number): signing.DisclosureVersion {
  const place = `Entry ${index + 1} of the disclosure file`;
  const { version, texts } = (typeof entry === 'object' && entry !== null ? entry : {}) as {
    readonly version?: unknown;
    readonly texts?: unknown;
  };
  if (typeof version !== 'string' || !versionName.test(version))
    throw new TypeError(`${place} needs a version of at most 64 letters, digits, dots and hyphens.`);
  if (typeof texts !== 'object' || texts === null)
    throw new TypeError(`${place} needs texts, an object with a text for each language.`);
  for (const [language, text] of Object.entries(texts))
    if (!languageTag.test(language) || typeof text !== 'string' || text.trim() === '')
      throw new TypeError(`${place} needs a language tag and a text that is not empty for ${language}.`);
  if (!Object.hasOwn(texts, 'en')) throw new TypeError(`${place} needs an English text under "en".`);
  return { version, texts: texts as Record<string, string> }; // the lines above have looked at each of them
}
