import { characterAfterLine, lineAt } from '../calendar/text-lines.ts';
import { type HeaderValue, headerValue } from './header-value.ts';

/**
 * What a message may have at most. Anybody can have the mail gateway pass a message on, so nothing here is searched
 * twice from the same place, and no list grows without a bound.
 */
const mostHeadCharacters = 64 * 1024;
const mostHeadLines = 1000;
const mostParts = 100;
const deepest = 8;
/** RFC 2046 allows 70. */
const longestBoundary = 200;

/** A part of a message: the two headers that say how to read it, unfolded, and the body as it was sent. */
interface Part {
  readonly type: HeaderValue;
  readonly coding: string;
  readonly body: string;
}

const named = ['content-type', 'content-transfer-encoding'];

/** Reads the head once, line by line. `RangeError` for a longer one than mail has. */
function partOf(text: string): Part {
  const found = new Map<string, string[]>();
  let open: string[] | undefined;
  let at = 0;
  for (let lines = 0; at < text.length; lines += 1) {
    if (at > mostHeadCharacters || lines > mostHeadLines)
      throw new RangeError('The head of a message is too long.');
    const line = lineAt(text, at);
    at = characterAfterLine(text, at);
    if (line === '') break;
    if (line.startsWith(' ') || line.startsWith('\t')) {
      open?.push(line.trim());
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trimEnd().toLowerCase();
    // The first header of a name counts, because relays add theirs in front.
    open = named.includes(name) && !found.has(name) ? [line.slice(colon + 1).trim()] : undefined;
    if (open !== undefined) found.set(name, open);
  }
  const header = (name: string) => found.get(name)?.join(' ');
  return {
    type: headerValue(header('content-type') ?? 'text/plain'),
    coding: headerValue(header('content-transfer-encoding') ?? '7bit').value,
    body: text.slice(at),
  };
}

/** An octet that is written as its two digits (RFC 2045, 6.7). Any other sign stands for itself. */
const codedOctet = /=([0-9A-Fa-f]{2})/g;

function quotedPrintable(body: string): string {
  const lines = body.split('\n').map((line) => line.trimEnd());
  const joined = lines
    .map((line, index) => {
      if (line.endsWith('=')) return line.slice(0, -1);
      return index === lines.length - 1 ? line : `${line}\r\n`;
    })
    .join('');
  return joined.replaceAll(codedOctet, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
}

/** The text of a part. `TypeError`, `RangeError` or `DOMException` for a coding or a charset that is none. */
function textOf({ type, coding, body }: Part): string {
  // What came as characters was decoded on its way here.
  if (coding === '7bit' || coding === '8bit' || coding === 'binary') return body;
  if (coding !== 'base64' && coding !== 'quoted-printable') throw new TypeError('No such transfer coding.');
  const octets = coding === 'base64' ? atob(body.replaceAll(/[^A-Za-z0-9+/=]/g, '')) : quotedPrintable(body);
  // A character beyond an octet was never coded, so the part is what it seems to be already.
  if (/[\u0100-\uffff]/.test(octets)) return octets;
  // A line of a calendar may be folded within a character, whose octets belong together before they are read.
  const whole = octets.replaceAll(/\r?\n[ \t]/g, '');
  const bytes = new Uint8Array(whole.length);
  for (let index = 0; index < whole.length; index += 1) bytes[index] = whole.charCodeAt(index);
  return new TextDecoder(type.parameters.get('charset') ?? 'utf-8').decode(bytes);
}

/** The parts of a multipart body, each between two boundary lines (RFC 2046, 5.1.1). */
function* partsOf(body: string, boundary: string): Generator<string> {
  let start: number | null = null;
  for (let at = 0; at < body.length; ) {
    const next = characterAfterLine(body, at);
    if (body.startsWith(boundary, at + 2) && body.startsWith('--', at)) {
      const rest = lineAt(body, at)
        .slice(boundary.length + 2)
        .trimEnd();
      if (rest === '' || rest === '--') {
        if (start !== null) yield body.slice(start, at);
        start = next;
        if (rest === '--') return;
      }
    }
    at = next;
  }
  if (start !== null) yield body.slice(start);
}

/**
 * The calendar text in a message (RFC 5322, RFC 2045): its first part of type `text/calendar` or `application/ics`; null
 * if there is none. Each level of parts is read once, so the time grows with the size of the message and no faster.
 */
export function calendarTextOf(message: string): string | null {
  let parts = 0;
  const search = (text: string, depth: number): string | null => {
    parts += 1;
    if (parts > mostParts) throw new RangeError('A message has too many parts.');
    const part = partOf(text);
    const { value, parameters } = part.type;
    if (value === 'text/calendar' || value === 'application/ics') return textOf(part);
    const boundary = parameters.get('boundary') ?? '';
    const isMultipart = value.startsWith('multipart/') && boundary !== '';
    if (!isMultipart || boundary.length > longestBoundary || depth === deepest) return null;
    for (const inner of partsOf(part.body, boundary)) {
      const found = search(inner, depth + 1);
      if (found !== null) return found;
    }
    return null;
  };
  return search(message, 0);
}
