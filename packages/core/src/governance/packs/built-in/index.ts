import { usualWorkflow } from '../../../records/index.ts';
import type { IndustryPack } from '../pack.ts';
import { type BilingualPack, type PackLanguage, packIn } from './bilingual.ts';
import { counselling } from './counselling.ts';
import { general } from './general.ts';
import { healthcare } from './healthcare.ts';
import { humanResources } from './human-resources.ts';
import { legal } from './legal.ts';
import { socialCare } from './social-care.ts';

const inOrder: readonly BilingualPack[] = [
  general,
  counselling,
  healthcare,
  humanResources,
  legal,
  socialCare,
];

/** Texts of a pack are made once for each language. */
const made = new Map<PackLanguage, readonly IndustryPack[]>();

/** The language of a locale that built-in packs speak; English for every other. */
export const packLanguageOf = (locale: string): PackLanguage =>
  locale.split('-')[0]?.toLowerCase() === 'de' ? 'de' : 'en';

/** The packs that Chancery brings along, by their code. */
export function builtInPacks(language: PackLanguage): readonly IndustryPack[] {
  let packs = made.get(language);
  if (packs === undefined) {
    packs = inOrder.map((pack) => packIn(language, pack, usualWorkflow));
    made.set(language, packs);
  }
  return packs;
}
