/** A form of body that looks for what costs more than its size. */
export interface HostileForm {
  readonly name: string;
  /** About as many bytes. */
  readonly of: (bytes: number) => string | Buffer;
}

const filled = (unit: string, bytes: number): string =>
  unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(unit))));
const counted = (bytes: number, each: number, make: (position: number) => string): string =>
  Array.from({ length: Math.floor(bytes / each) }, (_, position) => make(position)).join(',');
const form = (name: string, of: HostileForm['of']): HostileForm => ({ name, of });
const nested = (open: string, middle: string, close: string) => (bytes: number) => {
  const depth = Math.floor(bytes / (open.length + close.length));
  return `{"x":${open.repeat(depth)}${middle}${close.repeat(depth)}}`;
};

/** Whole bodies, the same for every endpoint. */
export const hostileBodies: readonly HostileForm[] = [
  form('nested lists', nested('[', '0', ']')),
  form('nested objects', nested('{"x":', '0', '}')),
  form('lists that never end', (bytes) => filled('[', bytes)),
  form('unknown fields', (bytes) => `{${counted(bytes, 12, (at) => `"a${at}":${at % 10}`)}}`),
  form('one field repeated', (bytes) => `{${counted(bytes, 6, () => '"a":0')}}`),
  form('one field repeated, escaped', (bytes) => `{${counted(bytes, 11, () => '"\\u0061":0')}}`),
  form('many fields, the last repeated', (bytes) => `{${counted(bytes, 12, (at) => `"a${at}":0`)},"a1":0}`),
  form('numbers as names', (bytes) => `{${counted(bytes, 11, (at) => `"${at * 7919}":0`)}}`),
  form('a long name', (bytes) => `{"${filled('a', bytes)}":0}`),
  form('a long name of escapes', (bytes) => `{"${filled('\\u0061', bytes)}":0}`),
  form('a long name of pointers', (bytes) => `{"${filled('~/', bytes)}":0}`),
  form('a list of numbers', (bytes) => `{"x":[${counted(bytes, 2, () => '0')}]}`),
  form('a list of objects', (bytes) => `{"x":[${counted(bytes, 3, () => '{}')}]}`),
  form('a list of lists', (bytes) => `{"x":[${counted(bytes, 3, () => '[]')}]}`),
  form('a list of texts', (bytes) => `{"x":[${counted(bytes, 3, () => '""')}]}`),
  form('objects of one field', (bytes) => `{"x":[${counted(bytes, 8, () => '{"a":0}')}]}`),
  form('a huge number', (bytes) => `{"x":${filled('1', bytes)}}`),
  form('a tiny fraction', (bytes) => `{"x":0.${filled('0', bytes)}1}`),
  form('a huge exponent', (bytes) => `{"x":1e${filled('9', bytes)}}`),
  form('many huge numbers', (bytes) => `{"x":[${counted(bytes, 8, () => '1.7e308')}]}`),
  form('many unsafe numbers', (bytes) => `{"x":[${counted(bytes, 17, () => '9007199254740993')}]}`),
  form('quotes', (bytes) => `{"x":"${filled('\\"', bytes)}"}`),
  form('backslashes', (bytes) => `{"x":"${filled('\\\\', bytes)}"}`),
  form('a backslash at the end', (bytes) => `{"x":"${filled('\\', bytes)}`),
  form('escaped letters', (bytes) => `{"x":"${filled('\\u0061', bytes)}"}`),
  form('escaped surrogate pairs', (bytes) => `{"x":"${filled('\\ud83d\\ude00', bytes)}"}`),
  form('halves of surrogates', (bytes) => `{"x":"${filled('\\ud83d', bytes)}"}`),
  form('combining marks', (bytes) => `{"x":"a${filled('\u0315\u0300', bytes)}"}`),
  form('white space', (bytes) => `{${filled(' \n', bytes)}}`),
  form('a text without an end', (bytes) => `{"x":"${filled('a', bytes)}`),
  form('quotes alone', (bytes) => filled('"', bytes)),
  form('letters alone', (bytes) => filled('a', bytes)),
  form('prototypes', (bytes) => `{${counted(bytes, 15, () => '"__proto__":{}')}}`),
  form('invalid UTF-8', (bytes) => Buffer.alloc(bytes, 0xff)),
];

/** What a text can be full of. */
export const hostileTexts: readonly HostileForm[] = [
  ['letters', 'a'],
  ['marks of one class', '\u0301'],
  ['marks in turns', '\u0315\u0300'],
  ['thirty marks', `a${'\u0315\u0300'.repeat(15)}`],
  ['syllables', '\u1112\u1161\u11ab'],
  ['a ligature', '\ufdfa'],
  ['spaces', ' '],
  ['line feeds', '\r\n'],
  ['zero-width', '\u200b'],
  ['at signs', 'a@'],
  ['labels', 'a.'],
  ['hyphens', 'a-'],
  ['digits', '0'],
  ['percents', '%25'],
  ['slashes', 'a/'],
  ['faces', '\ud83d\ude00'],
  ['families', '\ud83d\udc69\u200d'],
  ['markup', '<a '],
  ['commas', '1,'],
  ['fields of a rule', 'BYDAY=MO,TU;'],
  ['colons', ':'],
].map(([name = '', unit = '']) => form(name, (bytes) => filled(unit, bytes)));

/** What a list can be full of. */
export const hostileElements: readonly string[] = ['null', '0', '""', '{}', '[]', '"a@b.c"'];
