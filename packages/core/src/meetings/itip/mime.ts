/** A part of a message: header names in lower case, unfolded; the body as it was sent. */
interface Part {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const bytesOf = (binary: string) => Uint8Array.from(binary, (character) => character.charCodeAt(0));

function partOf(text: string): Part {
  const end = /\r?\n\r?\n/.exec(text);
  const head = end === null ? text : text.slice(0, end.index);
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const headers = lines.flatMap((line): [string, string][] => {
    const [, name, value] = /^([!-9;-~]+):[ \t]*(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value.trim()]];
  });
  // The first header of a name counts, because relays add theirs in front.
  return {
    headers: new Map(headers.reverse()),
    body: end === null ? '' : text.slice(end.index + end[0].length),
  };
}

/** `text/calendar; charset="utf-8"`: the type in lower case, its parameters by name. */
function contentType({ headers }: Part): {
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
} {
  const [type = '', ...rest] = (headers.get('content-type') ?? 'text/plain').split(
    /;(?=(?:[^"]*"[^"]*")*[^"]*$)/,
  );
  const parameters = rest.map((parameter): [string, string] => {
    const [name = '', ...value] = parameter.split('=');
    return [
      name.trim().toLowerCase(),
      value
        .join('=')
        .trim()
        .replace(/^"(.*)"$/, '$1'),
    ];
  });
  return { type: type.trim().toLowerCase(), parameters: new Map(parameters) };
}

function quotedPrintable(body: string): string {
  return body
    .replaceAll(/[ \t]+(?=\r?\n|$)/g, '')
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** The text of a part. `TypeError` or `RangeError` for a coding or a charset that is none. */
function textOf(part: Part): string {
  const coding = (part.headers.get('content-transfer-encoding') ?? '7bit').toLowerCase();
  const charset = contentType(part).parameters.get('charset') ?? 'utf-8';
  // What came as characters was decoded on its way here.
  if (coding === '7bit' || coding === '8bit' || coding === 'binary') return part.body;
  if (coding !== 'base64' && coding !== 'quoted-printable')
    throw new TypeError(`No transfer coding ${coding}`);
  const octets =
    coding === 'base64' ? atob(part.body.replaceAll(/[^A-Za-z0-9+/=]/g, '')) : quotedPrintable(part.body);
  // A character beyond an octet was never coded, so the part is what it seems to be already.
  if ([...octets].some((character) => character > '\u00ff')) return octets;
  return new TextDecoder(charset).decode(bytesOf(octets));
}

/** The parts of a multipart body, each between two boundary lines (RFC 2046, 5.1.1). */
function partsOf(body: string, boundary: string): readonly string[] {
  const parts: string[][] = [];
  let isInside = false;
  for (const line of body.split(/\r?\n/)) {
    const trimmed = line.trimEnd();
    if (trimmed === `--${boundary}--`) break;
    if (trimmed === `--${boundary}`) {
      parts.push([]);
      isInside = true;
    } else if (isInside) parts.at(-1)?.push(line);
  }
  return parts.map((lines) => lines.join('\r\n'));
}

const deepest = 8;

/**
 * The calendar text in a message (RFC 5322, RFC 2045): its first part of type `text/calendar` or `application/ics`; null
 * if there is none.
 */
export function calendarTextOf(message: string, depth = 0): string | null {
  const part = partOf(message);
  const { type, parameters } = contentType(part);
  if (type === 'text/calendar' || type === 'application/ics') return textOf(part);
  const boundary = parameters.get('boundary');
  if (!type.startsWith('multipart/') || boundary === undefined || depth === deepest) return null;
  for (const inner of partsOf(part.body, boundary)) {
    const text = calendarTextOf(inner, depth + 1);
    if (text !== null) return text;
  }
  return null;
}
