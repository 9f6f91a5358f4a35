/** Parses as much as a message that we wrote ourselves needs; this is no parser for other mail. */
export interface ParsedMail {
  readonly headers: ReadonlyMap<string, string>;
  /** `multipart/mixed`, or the type of the only part; parameters included. */
  readonly contentType: string;
  readonly parts: readonly ParsedMail[];
  /** The decoded bytes of a part without parts of its own. */
  readonly content: Buffer;
}

const encodedWord = /=\?utf-8\?([bq])\?([^?]*)\?=(?:\s+(?==\?utf-8\?))?/gi;

function quotedPrintable(text: string): Buffer {
  const bytes = text
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}

/** Neighbouring encoded words may share a character, so their bytes are joined before they become text. */
function decodeWords(value: string): string {
  const bytes = value.replace(encodedWord, (_, kind: string, word: string) =>
    (kind.toLowerCase() === 'b'
      ? Buffer.from(word, 'base64')
      : quotedPrintable(word.replaceAll('_', ' '))
    ).toString('latin1'),
  );
  return bytes === value ? value : Buffer.from(bytes, 'latin1').toString('utf8');
}

function decodeContent(body: string, encoding: string): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  return encoding === 'quoted-printable' ? quotedPrintable(body) : Buffer.from(body, 'latin1');
}

export function parseMail(raw: Uint8Array): ParsedMail {
  const text = Buffer.from(raw).toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const head = end === -1 ? text : text.slice(0, end);
  const body = end === -1 ? '' : text.slice(end + 4);

  const headers = new Map<string, string>();
  for (const line of head.replace(/\r\n[ \t]+/g, ' ').split('\r\n')) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim()));
  }

  const contentType = headers.get('content-type') ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) {
    const encoding = (headers.get('content-transfer-encoding') ?? '7bit').toLowerCase();
    return { headers, contentType, parts: [], content: decodeContent(body, encoding) };
  }
  const parts = `\r\n${body}`
    .split(`\r\n--${boundary}`)
    .slice(1)
    .filter((part) => !part.startsWith('--'))
    .map((part) => parseMail(Buffer.from(part.slice(part.indexOf('\r\n') + 2), 'latin1')));
  return { headers, contentType, parts, content: Buffer.alloc(0) };
}

/** The first part of a type anywhere inside, such as `text/html`. */
export function partOf(mail: ParsedMail, type: string): ParsedMail | null {
  if (mail.contentType.toLowerCase().startsWith(type)) return mail;
  for (const part of mail.parts) {
    const found = partOf(part, type);
    if (found) return found;
  }
  return null;
}
