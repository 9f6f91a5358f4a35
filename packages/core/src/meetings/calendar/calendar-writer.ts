import ICAL from 'ical.js';

type Parameters = Readonly<Record<string, string | readonly string[]>>;
/** A property in jCal (RFC 7265): lower-case name, parameters, value type, value. */
export type CalendarProperty = readonly [
  name: string,
  parameters: Parameters,
  type: string,
  value: string | number | Readonly<Record<string, string | number | readonly string[]>>,
];
/** A component in jCal: lower-case name, properties, components. */
export type CalendarComponent = readonly [
  name: string,
  properties: readonly CalendarProperty[],
  components: readonly CalendarComponent[],
];

/** Properties of RFC 7986 that ical.js does not know: CONFERENCE is an address, its FEATURE a list, NAME a text. */
const { icalendar } = ICAL.design;
const design = {
  ...icalendar,
  property: {
    ...icalendar.property,
    conference: { defaultType: 'uri' },
    name: { defaultType: 'text' },
    'x-wr-calname': { defaultType: 'text' },
  },
  param: { ...icalendar.param, feature: { multiValue: ',' } },
};

/** Characters at which some reader ends a line; each becomes the one line break that iCalendar supports. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the information separators are among them.
const lineBreaks = /\r\n|[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove.
const otherControls = /[\x00-\x08\x0e-\x1f\x7f-\x9f]/g;

const plain = (text: string) => text.replace(lineBreaks, '\n').replace(otherControls, '');
/** A value that the file does not escape, such as an address, can contain no line break at all. */
const singleLine = (text: string) => plain(text).replaceAll('\n', '');

function safe([name, parameters, type, value]: CalendarProperty) {
  const safeParameters = Object.entries(parameters).map(([key, parameter]) => [
    key,
    typeof parameter === 'string' ? plain(parameter) : parameter.map(plain),
  ]);
  const clean = type === 'text' ? plain : singleLine;
  return [
    name,
    Object.fromEntries(safeParameters),
    type,
    typeof value === 'string' ? clean(value) : value,
  ] as const;
}

const safeComponent = ([name, properties, components]: CalendarComponent): CalendarComponent => [
  name,
  properties.map(safe),
  components.map(safeComponent),
];

/** Writes the file with CRLF, folded at 75 octets between characters, without BOM. No text in it can add a line. */
export function writeCalendar(calendar: CalendarComponent): string {
  // ical.js does not count the space that begins a folded line.
  ICAL.foldLength = 74;
  return `${ICAL.stringify.component([...safeComponent(calendar)], design)}\r\n`;
}
