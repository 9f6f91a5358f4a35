import {
  aDeflatedPdfStream,
  anOfficeDocument,
  anOpenDocument,
  aPdfLetter,
  aPdfStream,
  withRevision,
} from '@chancery/core/testing';

export interface MutatedFile {
  readonly kind: 'pdf' | 'office';
  readonly fileName: string;
  /** What was done to it, in this order. */
  readonly mutations: readonly string[];
  readonly bytes: Buffer;
}

type Random = (below: number) => number;

/** The same numbers for the same seed, everywhere (mulberry32). */
function randomOf(seed: number): Random {
  let state = (seed * 2_654_435_761) >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

const form = {
  catalog: '/AcroForm << /Fields [5 0 R 6 0 R] >> /Names << /EmbeddedFiles 8 0 R >>',
  objects: {
    5: '<< /FT /Sig /T (Here) /V 7 0 R /Parent 6 0 R >>',
    6: '<< /T (All) /Kids [5 0 R] /AA << /K << /S /JavaScript /JS 9 0 R >> >> >>',
    7: '<< /Type /Sig /Filter /Adobe.PPKLite /ByteRange [0 10 20 30] /Contents <00ff> >>',
    8: '<< /Names [(a) << /Type /Filespec /F (a.txt) >>] >>',
    9: aDeflatedPdfStream('', 'app.alert("a script of some length");'),
  },
};
const letter = aPdfLetter(form);
const pdfs: readonly Buffer[] = [
  aPdfLetter(),
  letter,
  aPdfLetter({ ...form, packed: [1, 2, 3, 5, 6, 7, 8] }),
  withRevision(letter, { objects: { 5: '<< /FT /Sig >>', 10: aPdfStream('/Length1 9', 'x'.repeat(2000)) } }),
  withRevision(aPdfLetter({ ...form, packed: [5, 6] }), { objects: { 3: '<< /Type /Page >>' }, packed: [3] }),
  aPdfLetter({ trailer: '/Root 1 0 R /Encrypt << /Filter /Standard /V 2 /O (x) /U (y) /P -4 >>' }),
];
const text = '<text:p>Dear Ada, a paragraph of some length.</text:p>'.repeat(200);
const offices: readonly Buffer[] = [
  ...['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation'].map((kind) =>
    anOfficeDocument(kind, [{ name: 'more.xml', content: text, deflated: true }]),
  ),
  ...['text', 'spreadsheet', 'presentation'].map((kind) => anOpenDocument(kind)),
];

const part = (bytes: Buffer, random: Random): readonly [number, number] => {
  const start = random(bytes.length);
  return [start, Math.min(bytes.length, start + 1 + random(200))];
};
const replaced = (bytes: Buffer, start: number, end: number, by: Buffer | string): Buffer =>
  Buffer.concat([bytes.subarray(0, start), Buffer.from(by), bytes.subarray(end)]);

/** Where a text of one of these kinds stands, chosen among all of them; null if there is none. */
function placeOf(bytes: Buffer, pattern: RegExp, random: Random): RegExpMatchArray | null {
  const found = [...bytes.toString('latin1').matchAll(pattern)];
  return found[random(found.length)] ?? null;
}
const changedAt = (pattern: RegExp, by: (random: Random) => string) => (bytes: Buffer, random: Random) => {
  const place = placeOf(bytes, pattern, random);
  if (place === null) return bytes;
  return replaced(bytes, place.index ?? 0, (place.index ?? 0) + place[0].length, by(random));
};

const numbers = ['-1', '0', '1', '65535', '4294967295', '99999999999', '1e9', '0.5', '-0', '/Name', '1 0 R'];
const tokens = [
  '<<',
  '>>',
  '[',
  ']',
  '(',
  ')',
  '<',
  'obj',
  'endobj',
  'stream\n',
  'endstream',
  '%',
  '/#00',
  'R',
];

const mutations: Readonly<Record<string, (bytes: Buffer, random: Random) => Buffer>> = {
  'bytes flipped': (bytes, random) => {
    const flipped = Buffer.from(bytes);
    for (let left = 1 + random(20); left > 0; left -= 1) {
      const at = random(flipped.length);
      flipped[at] = (flipped[at] ?? 0) ^ (1 << random(8));
    }
    return flipped;
  },
  cut: (bytes, random) => bytes.subarray(0, random(bytes.length)),
  'a part taken out': (bytes, random) => replaced(bytes, ...part(bytes, random), ''),
  'a part repeated': (bytes, random) => {
    const [start, end] = part(bytes, random);
    const once = bytes.subarray(start, end);
    return replaced(bytes, start, start, Buffer.concat(Array.from({ length: 1 + random(50) }, () => once)));
  },
  'two files spliced': (bytes, random) => {
    const other = [...pdfs, ...offices][random(pdfs.length + offices.length)] ?? bytes;
    return Buffer.concat([bytes.subarray(0, random(bytes.length)), other.subarray(random(other.length))]);
  },
  'two parts exchanged': (bytes, random) => {
    const [one, other] = [part(bytes, random), part(bytes, random)].sort(([a], [b]) => a - b) as [
      readonly [number, number],
      readonly [number, number],
    ];
    if (one[1] > other[0]) return bytes;
    const between = bytes.subarray(one[1], other[0]);
    const turned = Buffer.concat([bytes.subarray(...other), between, bytes.subarray(...one)]);
    return replaced(bytes, one[0], other[1], turned);
  },
  'streams exchanged': (bytes, random) => {
    const pattern = /stream\n[\s\S]*?\nendstream/g;
    const [one, other] = [placeOf(bytes, pattern, random), placeOf(bytes, pattern, random)];
    if (one === null || other === null) return bytes;
    return replaced(bytes, one.index ?? 0, (one.index ?? 0) + one[0].length, Buffer.from(other[0], 'latin1'));
  },
  'a broken table': changedAt(/\d{10} \d{5} [nf]|startxref\n\d+|xref\n/g, (random) => `${random(1e9)} 0 n`),
  'another number': changedAt(/\d+/g, (random) => numbers[random(numbers.length)] ?? ''),
  'another reference': changedAt(/\d+ 0 R/g, (random) => `${random(12)} 0 R`),
  'a sign put in': (bytes, random) => {
    const at = random(bytes.length);
    return replaced(bytes, at, at, tokens[random(tokens.length)] ?? '');
  },
  'zeros written over it': (bytes, random) => Buffer.from(bytes).fill(0, ...part(bytes, random)),
};
const names = Object.keys(mutations);

/** The file of this seed: a document of ours, changed in one to four ways. Its first five bytes stay. */
export function mutatedFile(seed: number): MutatedFile {
  const random = randomOf(seed);
  const kind = random(4) === 0 ? 'office' : 'pdf';
  const bases = kind === 'pdf' ? pdfs : offices;
  const base = bases[random(bases.length)] ?? letter;
  let bytes = base;
  const done: string[] = [];
  for (let left = 1 + random(4); left > 0; left -= 1) {
    const name = names[random(names.length)] ?? 'cut';
    if (bytes.length > 0) bytes = mutations[name]?.(bytes, random) ?? bytes;
    done.push(name);
  }
  bytes = Buffer.concat([base.subarray(0, 5), bytes.subarray(5)]);
  return { kind, fileName: kind === 'pdf' ? 'a.pdf' : 'a.docx', mutations: done, bytes };
}
