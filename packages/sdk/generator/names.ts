/** `file-requests`, `fileRequests` and `file requests` all become `fileRequests`. */
export const camelCase = (name: string) =>
  name.replace(/[^A-Za-z0-9]+(.)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? '');

export const pascalCase = (name: string) => {
  const camel = camelCase(name);
  return camel.charAt(0).toUpperCase() + camel.slice(1);
};

export const kebabCase = (name: string) =>
  camelCase(name)
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase();

/** A TypeScript string literal. */
export const quoted = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'")}'`;

export const propertyName = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name));

/** A doc comment of one or several lines, or nothing; an example stands below the text, as it would be typed. */
export function docComment(text: string | undefined, indent: string, example?: string): string {
  const safe = (each: string) => each.replaceAll('*/', '*∕');
  const lines = wrap(safe(text ?? ''), 110 - indent.length - 3);
  if (example !== undefined) lines.push('', '@example', '```ts', safe(example), '```');
  if (lines.length === 0) return '';
  if (lines.length === 1 && `${indent}/** ${lines[0]} */`.length <= 110)
    return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
