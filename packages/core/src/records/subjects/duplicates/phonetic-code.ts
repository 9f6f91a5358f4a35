import { type PhoneticRule, phoneticRules, type WordTraits } from './phonetic-rules.ts';

/** Looking ahead never leaves the text. */
const padding = ' '.repeat(5);
const silentBeginning = /^(?:GN|KN|PN|WR|PS)/;

/**
 * How a family name sounds, by the primary code of Double Metaphone (Philips 2000): names that are spelt differently and
 * spoken alike have one code. Letters of other scripts say nothing, so the code may be empty.
 */
export function phoneticCode(name: string): string {
  const word = name.toUpperCase();
  const text = word + padding;
  const traits = traitsOf(text);
  let code = '';
  let at = silentBeginning.test(text) ? 1 : 0;
  if (text.startsWith('X')) {
    code = 'S';
    at = 1;
  }
  while (at < word.length) {
    const rule = ruleAt(text, at, traits);
    code += rule?.gives ?? '';
    at += rule?.takes ?? 1;
  }
  return code;
}

const traitsOf = (text: string): WordTraits => ({
  isSlavic: /[WK]|CZ/.test(text),
  isGermanic: /^(?:VAN |VON |SCH)/.test(text),
  isMc: text.startsWith('MC'),
  isSan: text.startsWith('SAN '),
  isSch: text.startsWith('SCH'),
  isAnger: /^[DMR]ANGER/.test(text),
});

/** The first rule of the letter that fits what stands around it. */
function ruleAt(text: string, at: number, traits: WordTraits): PhoneticRule | undefined {
  const rules = phoneticRules[text.charAt(at)] ?? [];
  return rules.find(({ fits, when }) => {
    fits.lastIndex = at;
    return (when === undefined || when(traits)) && fits.test(text);
  });
}
