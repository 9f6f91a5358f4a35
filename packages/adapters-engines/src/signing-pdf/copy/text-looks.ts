import { writtenAll } from '../content.ts';
import type { BundledFace } from '../text/faces.ts';

export interface TextLooks {
  readonly face: BundledFace;
  /** 0 where the viewer is to choose. */
  readonly size: number;
  /** The operator that sets the colour. */
  readonly colour: string;
}

const componentsOf: Record<string, number> = { g: 1, rg: 3, k: 4 };
const mostCharacters = 1000;

/** Reads a default appearance (ISO 32000-2, 12.7.4.3), such as `/Helv 12 Tf 0 g`. */
export function textLooks(operators: string): TextLooks {
  const words = operators.slice(0, mostCharacters).split(/\s/u).filter(Boolean);
  let looks: TextLooks = { face: 'sans', size: 0, colour: '0 g' };
  for (const [at, word] of words.entries()) {
    if (word === 'Tf') looks = { ...looks, face: faceLike(words[at - 2] ?? ''), size: finite(words[at - 1]) };
    const components = componentsOf[word];
    if (components !== undefined && at >= components)
      looks = { ...looks, colour: `${writtenAll(...words.slice(at - components, at).map(finite))} ${word}` };
  }
  return { ...looks, size: Math.min(Math.abs(looks.size), 300) };
}

const finite = (word: string | undefined): number => {
  const number = Number(word);
  return Number.isFinite(number) ? number : 0;
};

/** The face of ours that comes nearest to a font of which only the name is known. */
function faceLike(font: string): BundledFace {
  const lower = font.toLowerCase();
  if (lower.includes('cour')) return 'mono';
  if (lower.includes('ti') && !lower.includes('tica')) return 'serif';
  return lower.includes('bo') ? 'sansBold' : 'sans';
}

/** The operator for a colour in `MK`: grey, red-green-blue or cyan-magenta-yellow-black. Null is transparent. */
export function colourOperator(components: readonly number[], isStroke: boolean): string | null {
  const operator = { 1: 'g', 3: 'rg', 4: 'k' }[components.length];
  if (operator === undefined) return null;
  return `${writtenAll(...components)} ${isStroke ? operator.toUpperCase() : operator}`;
}
