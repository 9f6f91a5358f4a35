/** The line that begins there, without its end: CRLF, or a line feed alone as some gateways make of it. */
export function lineAt(text: string, at: number): string {
  const end = text.indexOf('\n', at);
  const line = text.slice(at, end < 0 ? text.length : end);
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** Where the next line begins; the length of the text after the last one. */
export function characterAfterLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}
