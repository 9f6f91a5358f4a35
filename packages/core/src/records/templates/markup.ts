/** The beginning of a tag, a comment, a declaration or an instruction of HTML, as CommonMark lets them through. */
const rawHtml = /<(?:\/?[A-Za-z][A-Za-z0-9-]*[\s/>]|!|\?)/;
/** A link that runs a program or carries a page in itself: inline, by reference, or in angle brackets. Any `<` begins anew, so no run is read twice. */
const unsafeLink = /(?:\]\(|\]:|<)\s*(?:javascript|vbscript|data):/i;
const entity = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(colon|Tab|NewLine));/g;
const named: Readonly<Record<string, string>> = { colon: ':', Tab: '\t', NewLine: '\n' };

/** Whether a text in Markdown holds raw HTML, or a link that is no address (REC-54). */
export const hasForbiddenMarkup = (markdown: string): boolean =>
  rawHtml.test(markdown) || unsafeLink.test(asRead(markdown));

/** The text as a reader of Markdown takes the addresses in it: without escapes, entities and characters that are skipped. */
function asRead(markdown: string): string {
  return (
    markdown
      .replaceAll(entity, (_, decimal?: string, hex?: string, name?: string) => {
        if (name !== undefined) return named[name] ?? '';
        const code = decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number(decimal);
        return code <= 0x10ffff ? String.fromCodePoint(code) : '';
      })
      .replaceAll('\\', '')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers skip these inside of a scheme
      .replaceAll(/[\u0000-\u0008\u000e-\u001f\u200b]/g, '')
  );
}
