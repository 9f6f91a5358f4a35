/** A text on signing electronically, as it is shown to the person who signs (15 USC 7001(c), UETA section 5). */
export interface DisclosureText {
  /** At most 64 characters; the same in all languages. */
  readonly version: string;
  /** The language that the text is really in, as a BCP 47 tag. */
  readonly language: string;
  /** Plain text; an empty line separates two paragraphs. */
  readonly text: string;
  /** Of the text in UTF-8, in lower-case hexadecimal. */
  readonly sha256: string;
}

/** The disclosures of the installation, by version and language. */
export interface DisclosureCatalog {
  /**
   * The text of the newest version in the first of these languages that it has: as the tag says, or else in the language
   * of the tag. In English if it has none of them (SIG-33).
   */
  current(languages: readonly string[]): DisclosureText;
  /** The same of a version that was shown before; null if the installation has no such version any more. */
  text(version: string, languages: readonly string[]): DisclosureText | null;
}

/** One version, with its texts by language. */
export interface DisclosureVersion {
  readonly version: string;
  readonly texts: Readonly<Record<string, string>>;
}

/** The language that every version has. */
export const usualDisclosureLanguage = 'en';

/** The language of a version that comes nearest to what is wanted; English if there is none. */
export function nearestLanguage(available: readonly string[], wanted: readonly string[]): string {
  const known = new Map(available.map((language) => [language.toLowerCase(), language]));
  for (const tag of wanted) {
    // RFC 4647, 3.4: the tag loses its last part until a language fits.
    const parts = tag.toLowerCase().split('-');
    for (let length = parts.length; length > 0; length -= 1) {
      const found = known.get(parts.slice(0, length).join('-'));
      if (found !== undefined) return found;
    }
  }
  return usualDisclosureLanguage;
}
