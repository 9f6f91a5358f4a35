import bidiModule from 'bidi-js';

export interface DirectionalRun {
  readonly text: string;
  readonly direction: 'ltr' | 'rtl';
}

export interface DirectedText {
  /** In their order on the page, from the left; the text of each in the order in which it is read. */
  readonly runs: readonly DirectionalRun[];
  /** Of the paragraph, as its first strong character decides. */
  readonly direction: 'ltr' | 'rtl';
}

/** The package says that it has a default export, and is one itself. */
const bidiFactory = bidiModule as unknown as typeof bidiModule.default;
let algorithm: ReturnType<typeof bidiFactory> | undefined;

/** Characters that only say where text goes, and have no shape. */
const steering = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** What no strong character to the left or right is in: most texts, which need no algorithm. */
const plain = /^[\u0020-\u02ff\u0370-\u058f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e]*$/u;

/** Splits one line of text by direction (Unicode Standard Annex 9, SEA-16). Brackets that are read from the right are mirrored. */
export function directionalRuns(text: string, given?: 'ltr' | 'rtl'): DirectedText {
  if (given !== 'rtl' && plain.test(text)) return { direction: 'ltr', runs: [{ text, direction: 'ltr' }] };
  algorithm ??= bidiFactory();
  const found = algorithm.getEmbeddingLevels(text, given);
  const paragraph = found.paragraphs[0]?.level ?? 0;
  const levels = levelsOfLine(text, found.levels as unknown as Uint8Array, paragraph);
  // The list of levels itself, whatever its documentation and types say.
  const mirrored = algorithm.getMirroredCharactersMap(text, found.levels as never);
  const runs: { level: number; text: string }[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const level = levels[at] ?? paragraph;
    const last = runs.at(-1);
    const character = (level % 2 === 1 ? mirrored.get(at) : undefined) ?? text.charAt(at);
    if (last !== undefined && last.level === level) last.text += character;
    else runs.push({ level, text: character });
  }
  return {
    direction: paragraph % 2 === 1 ? 'rtl' : 'ltr',
    runs: inVisualOrder(runs)
      .map((run) => ({
        text: run.text.replace(steering, ''),
        direction: run.level % 2 === 1 ? ('rtl' as const) : ('ltr' as const),
      }))
      .filter((run) => run.text !== ''),
  };
}

/** Blanks at the end of a line go with the paragraph (rule L1). */
function levelsOfLine(text: string, levels: Uint8Array, paragraph: number): number[] {
  const own = [...levels];
  for (let at = text.length - 1; at >= 0 && /\s/u.test(text.charAt(at)); at -= 1) own[at] = paragraph;
  return own;
}

/** From the highest level to the lowest odd one, what is at that level or above is turned round (rule L2). */
function inVisualOrder<Run extends { readonly level: number }>(runs: readonly Run[]): readonly Run[] {
  const order = [...runs];
  const odd = runs.map(({ level }) => level).filter((level) => level % 2 === 1);
  if (odd.length === 0) return order;
  const highest = Math.max(...runs.map(({ level }) => level));
  for (let level = highest; level >= Math.min(...odd); level -= 1)
    for (let start = 0; start < order.length; start += 1) {
      let end = start;
      while (end < order.length && (order[end]?.level ?? 0) >= level) end += 1;
      if (end > start + 1) order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  return order;
}
