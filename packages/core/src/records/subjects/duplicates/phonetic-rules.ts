/** What a rule may ask of the whole word. */
export interface WordTraits {
  readonly isSlavic: boolean;
  readonly isGermanic: boolean;
  readonly isMc: boolean;
  readonly isSan: boolean;
  readonly isSch: boolean;
  readonly isAnger: boolean;
}

/** How a letter sounds where it stands so, and how many letters that takes. */
export interface PhoneticRule {
  readonly fits: RegExp;
  readonly gives: string;
  readonly takes: number;
  readonly when?: (traits: WordTraits) => boolean;
}

type Line = readonly [fits: RegExp, gives: string, takes: number, when?: PhoneticRule['when']];

const rules = (...lines: readonly Line[]): readonly PhoneticRule[] =>
  lines.map(([fits, gives, takes, when]) => ({ fits, gives, takes, ...(when && { when }) }));

const vowel = rules([/^./y, 'A', 1]);
const germanic = ({ isGermanic }: WordTraits) => isGermanic;
const notSlavic = ({ isSlavic }: WordTraits) => !isSlavic;

const lettersToG: Readonly<Record<string, readonly PhoneticRule[]>> = {
  A: vowel,
  B: rules([/BB/y, 'P', 2], [/B/y, 'P', 1]),
  C: rules(
    [/(?<=(?<![AEIOUY])A)CH(?![IE])/y, 'K', 2],
    [/(?<=[BM]A)CHER/y, 'K', 2],
    [/^CAESAR/y, 'S', 2],
    [/CHIA/y, 'K', 2],
    [/(?<=.)CHAE/y, 'K', 2],
    [/^CH(?:EM|OR[^E]|YM|ARAC|ARIS)/y, 'K', 2],
    [/CH/y, 'K', 2, germanic],
    [/(?<=OR)CHES|(?<=AR)CHIT|(?<=OR)CHID/y, 'K', 2],
    [/CH[TS]/y, 'K', 2],
    [/(?:^|(?<=[AEOU]))CH[ BFHLMNRVW]/y, 'K', 2],
    [/^CH/y, 'X', 2],
    [/CH/y, 'K', 2, ({ isMc }) => isMc],
    [/CH/y, 'X', 2],
    [/(?<!WI)CZ/y, 'S', 2],
    [/CCIA/y, 'X', 3],
    [/(?<=^A)CC(?:[IE]|H(?!U))|(?<=U)CCE[ES]/y, 'KS', 3],
    [/(?<!^M)CC(?:[IE]|H(?!U))/y, 'X', 3],
    [/(?<!^M)CC/y, 'K', 2],
    [/C[GKQ]/y, 'K', 2],
    [/C[IEY]/y, 'S', 2],
    [/C [CGQ]/y, 'K', 3],
    [/C/y, 'K', 1],
  ),
  D: rules([/DG[EIY]/y, 'J', 3], [/DG/y, 'TK', 2], [/D[TD]/y, 'T', 2], [/D/y, 'T', 1]),
  E: vowel,
  F: rules([/FF/y, 'F', 2], [/F/y, 'F', 1]),
  G: rules(
    [/(?<=[^AEIOUY])GH/y, 'K', 2],
    [/^GHI/y, 'J', 2],
    [/^GH/y, 'K', 2],
    [/(?<=[BHD].|[BHD]..|[BH]...)GH/y, '', 2],
    [/(?<=[CGLRT].U)GH/y, 'F', 2],
    [/(?<!I)GH/y, 'K', 2],
    [/GH/y, '', 2],
    [/(?<=^[AEIOUY])GN/y, 'KN', 2, notSlavic],
    [/GN(?!EY)/y, 'N', 2, notSlavic],
    [/GN/y, 'KN', 2],
    [/GLI/y, 'KL', 2, notSlavic],
    [/^G(?:Y.|E[BILPRSY]|I[BELN])/y, 'K', 2],
    [/(?<![IE])GER/y, 'K', 2, ({ isAnger }) => !isAnger],
    [/(?<![EGIR])GY/y, 'K', 2],
    [/GET/y, 'K', 2],
    [/G[EIY]|(?<=[AO])GGI/y, 'K', 2, germanic],
    [/G[EIY]|(?<=[AO])GGI/y, 'J', 2],
    [/GG/y, 'K', 2],
    [/G/y, 'K', 1],
  ),
};

const lettersToR: Readonly<Record<string, readonly PhoneticRule[]>> = {
  H: rules([/(?:^|(?<=[AEIOUY]))H[AEIOUY]/y, 'H', 2]),
  I: vowel,
  J: rules(
    [/J/y, 'H', 1, ({ isSan }) => isSan],
    [/^JOSE /y, 'H', 1],
    [/JOSE|^J/y, 'J', 1],
    [/(?<=[AEIOUY])J[AO]/y, 'J', 1, notSlavic],
    [/J {5}$/y, 'J', 1],
    [/(?<![SKL])J(?![LTKSNMBZ])/y, 'J', 1],
    [/JJ/y, '', 2],
  ),
  K: rules([/KK/y, 'K', 2], [/K/y, 'K', 1]),
  L: rules([/LL/y, 'L', 2], [/L/y, 'L', 1]),
  M: rules([/MM/y, 'M', 2], [/(?<=U)MB(?:ER| {5}$)/y, 'M', 2], [/M/y, 'M', 1]),
  N: rules([/NN/y, 'N', 2], [/N/y, 'N', 1]),
  O: vowel,
  P: rules([/PH/y, 'F', 2], [/P[PB]/y, 'P', 2], [/P/y, 'P', 1]),
  Q: rules([/QQ/y, 'K', 2], [/Q/y, 'K', 1]),
  R: rules([/(?<=(?<!M.)(?<![EA])IE)R {5}$/y, '', 1, notSlavic], [/RR/y, 'R', 2], [/R/y, 'R', 1]),
};

const lettersToZ: Readonly<Record<string, readonly PhoneticRule[]>> = {
  S: rules(
    [/(?<=[IY])SL/y, '', 1],
    [/^SUGAR/y, 'X', 1],
    [/SH(?:EIM|OEK|OLM|OLZ)/y, 'S', 2],
    [/SH/y, 'X', 2],
    [/SI[OA]/y, 'S', 3],
    [/SZ/y, 'S', 2],
    [/^S[LMNW]/y, 'S', 1],
    [/SCHE[RN]/y, 'X', 3],
    [/SCH(?:E[DM]|UY|OO)/y, 'SK', 3],
    [/SCH/y, 'X', 3],
    [/SC[IEY]/y, 'S', 3],
    [/SC/y, 'SK', 3],
    [/(?<=[AO]I)S {5}$/y, '', 1],
    [/SS/y, 'S', 2],
    [/S/y, 'S', 1],
  ),
  T: rules(
    [/TION|TIA|TCH/y, 'X', 3],
    [/TT?H/y, 'T', 2, germanic],
    [/TH[OA]M/y, 'T', 2],
    [/TT?H/y, '0', 2],
    [/T[TD]/y, 'T', 2],
    [/T/y, 'T', 1],
  ),
  U: vowel,
  V: rules([/VV/y, 'F', 2], [/V/y, 'F', 1]),
  W: rules(
    [/WR/y, 'R', 2],
    [/^WI[CT]Z/y, 'ATS', 4],
    [/^W[AEIOUYH]/y, 'A', 1],
    [/WI[CT]Z/y, 'TS', 4, ({ isSch }) => !isSch],
  ),
  X: rules([/(?<=[AO]U)X {5}$/y, '', 1], [/X[CX]/y, 'KS', 2], [/X/y, 'KS', 1]),
  Y: vowel,
  Z: rules([/ZH/y, 'J', 2], [/ZZ/y, 'S', 2], [/Z/y, 'S', 1]),
};

/** The rules of each letter in their order, the first that fits counts; a letter that none fits is silent. */
export const phoneticRules: Readonly<Record<string, readonly PhoneticRule[]>> = {
  ...lettersToG,
  ...lettersToR,
  ...lettersToZ,
};
