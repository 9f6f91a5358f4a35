import { quoted } from './names.ts';
import { type OpenApiDocument, resolve, type Schema } from './openapi.ts';
import type { Endpoint } from './operations.ts';

/** At most so many parts of an answer are named, so that the example stays one line. */
const mostNamed = 3;

/** A call with all that it requires, such as `const { apiKey, secret } = await chancery.integrations.createApiKey({ name, scopes });`. */
export function exampleOf(document: OpenApiDocument, { operation, data }: Endpoint, call: string): string {
  const required = operation.fields
    .filter((field) => field.required)
    .map(({ name, values }) => (values?.[0] === undefined ? name : `${name}: ${quoted(values[0])}`));
  const input = required.length === 0 ? '' : `{ ${required.join(', ')} }`;
  const parts = operation.binary ? ['stream', 'fileName'] : partsOf(document, data);
  const answer = parts.length === 0 ? '' : `const { ${parts.slice(0, mostNamed).join(', ')} } = `;
  return `${answer}await ${call}(${input});`;
}

function partsOf(document: OpenApiDocument, data: Schema | null): readonly string[] {
  if (!data) return [];
  const { properties = {} } = resolve<Schema>(document, data);
  return Object.keys(properties).filter((name) => /^[A-Za-z_]\w*$/.test(name) && name !== 'nextCursor');
}
