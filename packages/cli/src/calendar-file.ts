/** A calendar file (RFC 5545) of these lines, in the order in which they come. */
export const calendarFile = (lines: readonly string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'PRODID:-//Chancery//Command line 1//EN',
    'VERSION:2.0',
    'CALSCALE:GREGORIAN',
    ...lines,
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('');

/** An instant as RFC 5545 writes it. */
export const utc = (instant: string): string => `${instant.slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
export const escaped = (text: string): string =>
  text.replaceAll(/[\\;,]/g, (sign) => `\\${sign}`).replaceAll(/\r?\n/g, '\\n');

/** At most 75 octets a line, never cut within a character. */
function folded(line: string): string {
  const parts = [''];
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > 74) {
      parts.push('');
      octets = 0;
    }
    parts[parts.length - 1] += character;
    octets += size;
  }
  return parts.join('\r\n ');
}
