/** `text/calendar; charset="utf-8"`: the value in lower case, its parameters by name. */
export interface HeaderValue {
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const mostCharacters = 4096;
const mostParameters = 50;

/**
 * A structured header value (RFC 2045, 5.1), read character by character: quoted strings are taken out of their quotes,
 * comments are left out, and a parameter in sections (RFC 2231) is put together. `RangeError` if it is longer than any that mail has.
 */
export function headerValue(text: string): HeaderValue {
  if (text.length > mostCharacters) throw new RangeError('A header is too long.');
  const [value = '', ...rest] = sections(text);
  if (rest.length > mostParameters) throw new RangeError('A header has too many parameters.');
  const parameters = new Map<string, string>();
  for (const section of rest) {
    const equals = section.indexOf('=');
    if (equals < 0) continue;
    const [name = '', part] = section.slice(0, equals).trim().toLowerCase().split('*');
    const before = parameters.get(name);
    const given = section.slice(equals + 1).trim();
    if (before === undefined) parameters.set(name, given);
    else if (part !== undefined && part !== '') parameters.set(name, before + given);
  }
  return { value: value.trim().toLowerCase(), parameters };
}

/** What semicolons outside of quotes and comments divide. */
function sections(text: string): string[] {
  const found: string[] = [];
  let current = '';
  let quoted = false;
  let comments = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (character === '\\' && (quoted || comments > 0)) {
      at += 1;
      if (comments === 0) current += text[at] ?? '';
    } else if (character === '"' && comments === 0) quoted = !quoted;
    else if (character === '(' && !quoted) comments += 1;
    else if (character === ')' && comments > 0) comments -= 1;
    else if (comments > 0) continue;
    else if (character === ';' && !quoted) {
      found.push(current);
      current = '';
    } else current += character;
  }
  return [...found, current];
}
