const mostInBlock = 100;
const hex = (number: number) => number.toString(16).padStart(4, '0');

/** What the numbers of glyphs mean, so that text can be searched and copied: a `ToUnicode` map (ISO 32000-2, 9.10.3). */
export function unicodeMap(glyphs: readonly (readonly [number, readonly number[]])[]): Uint8Array {
  const lines = [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <ffff>',
    'endcodespacerange',
  ];
  for (let start = 0; start < glyphs.length; start += mostInBlock) {
    const block = glyphs.slice(start, start + mostInBlock);
    lines.push(`${block.length} beginbfchar`);
    for (const [number, codePoints] of block) lines.push(`<${hex(number)}> <${utf16(codePoints)}>`);
    lines.push('endbfchar');
  }
  lines.push('endcmap', 'CMapName currentdict /CMap defineresource pop', 'end', 'end', '');
  return Buffer.from(lines.join('\n'), 'latin1');
}

function utf16(codePoints: readonly number[]): string {
  const text = String.fromCodePoint(...codePoints);
  return Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join('');
}
