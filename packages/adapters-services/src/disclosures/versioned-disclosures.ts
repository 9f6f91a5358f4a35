import { createHash } from 'node:crypto';
import { signing } from '@chancery/core';

/**
 * A catalogue of these versions, the newest last. Earlier ones are kept beside them for documents that were sent under
 * them; a version that stands in both is taken from the newer ones.
 */
export function versionedDisclosures(
  versions: readonly signing.DisclosureVersion[],
  earlier: readonly signing.DisclosureVersion[] = [],
): signing.DisclosureCatalog {
  const known = new Map([...earlier, ...versions].map((version) => [version.version, version]));
  const newest = versions.at(-1);
  if (newest === undefined) throw new TypeError('A catalogue has at least one version');
  return {
    current: (languages) => textOf(newest, languages),
    text(version, languages) {
      const found = known.get(version);
      return found === undefined ? null : textOf(found, languages);
    },
  };
}

function textOf(
  { version, texts }: signing.DisclosureVersion,
  languages: readonly string[],
): signing.DisclosureText {
  const language = signing.nearestLanguage(Object.keys(texts), languages);
  const text = texts[language] ?? '';
  return { version, language, text, sha256: createHash('sha256').update(text, 'utf8').digest('hex') };
}
