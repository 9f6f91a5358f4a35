import { className, header } from './context-source.ts';
import { docComment, kebabCase, quoted } from './names.ts';
import type { OpenApiDocument } from './openapi.ts';
import type { Endpoint } from './operations.ts';
import { SchemaWriter } from './schema-type.ts';

/** What only inputs have is named so by its declaration. */
const isOfInputs = (name: string) => name.endsWith('Input');

/** The named schemas, except those that a context writes flat as the input of one of its methods. */
export function renderSchemas(document: OpenApiDocument, claimed: ReadonlySet<string>): string {
  const writer = new SchemaWriter();
  const schemas = Object.entries(document.components?.schemas ?? {})
    .filter(([name]) => !claimed.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, schema]) => {
      const text = writer.type(schema, '', isOfInputs(name) ? 'input' : 'output');
      const declared =
        text.startsWith('{') && schema.properties ? `interface ${name} ${text}` : `type ${name} = ${text};`;
      return `\n${docComment(schema.description, '')}export ${declared}\n`;
    });
  const lost = [...writer.used].filter((name) => claimed.has(name));
  if (lost.length > 0)
    throw new Error(`${lost.join(', ')} is an input of a method; no other schema may refer to it`);
  return header + (schemas.length > 0 ? schemas.join('') : '\nexport {};\n');
}

/** All operations as data, for whoever builds upon them. */
export function renderOperations(endpoints: readonly Endpoint[], runtime: string): string {
  const source = quoted(`${runtime}/operation.ts`);
  const entries = endpoints.map(({ operation }) => `  ${JSON.stringify(operation)},\n`);
  return [
    header,
    `import type { Operation } from ${source};\n\n`,
    `export type { FieldType, Operation, OperationField } from ${source};\n\n`,
    `export const operations: readonly Operation[] = [\n${entries.join('')}];\n`,
  ].join('');
}

/** The whole client: one property for each context. */
export function renderChancery(
  document: OpenApiDocument,
  tags: readonly string[],
  { runtime, applications }: { readonly runtime: string; readonly applications: boolean },
): string {
  const contexts = tags.map((tag) => {
    const described = document.tags?.find(({ name }) => name === tag)?.description;
    return { tag, api: className(tag), source: kebabCase(tag), described };
  });
  const all = applications ? [...contexts, integration] : contexts;
  const imports = all.map(({ api, source }) => `import { ${api} } from './${source}.ts';\n`);
  const properties = all.map(({ tag, api, described }) =>
    ['\n', docComment(described, '  '), `  readonly ${tag}: ${api} = new ${api}(this);\n`].join(''),
  );
  return [
    header,
    `import { Client } from ${quoted(`${runtime}/client.ts`)};\n`,
    ...imports,
    '\n/** The Chancery API: `new Chancery({ baseUrl, apiKey })`, then `chancery.<context>.<useCase>(input)`. */\n',
    `export class Chancery extends Client {${properties.join('')}}\n`,
  ].join('');
}

const integration = {
  tag: 'integration',
  api: 'IntegrationApi',
  source: 'integration',
  described: 'What an application can call with its API key, in short words.',
};

/** The version of the contract, which is that of every package. */
export const renderVersion = ({ info }: OpenApiDocument): string =>
  `${header}export const version = ${quoted(info.version)};\n`;

export function renderIndex(tags: readonly string[], applications: boolean): string {
  const contexts = tags.map((tag) => `export * from './${kebabCase(tag)}.ts';\n`);
  return `${header}export * from './chancery.ts';\n${contexts.join('')}${applications ? "export * from './integration.ts';\n" : ''}export type * from './schemas.ts';\n`;
}
