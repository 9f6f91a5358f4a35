import { header, inputName, resultName } from './context-source.ts';
import { exampleOf } from './example.ts';
import { camelCase, docComment, kebabCase, pascalCase, quoted } from './names.ts';
import { type OpenApiDocument, refName } from './openapi.ts';
import type { Endpoint } from './operations.ts';

/** What an application calls with its key: everything below this address, by the words of the address. */
const base = '/api/v1/integrations/workspace';

interface Named {
  readonly endpoint: Endpoint;
  /** Empty for the workspace itself. */
  readonly resource: string;
  readonly method: string;
}

/** The names of the usual methods, of a list and of one thing. */
const usual: Readonly<Record<string, string>> = {
  'GET list': 'list',
  'POST list': 'create',
  'GET one': 'get',
  'PATCH one': 'update',
  'DELETE one': 'delete',
};

/** Names an endpoint by its address: `…/meetings/{meetingId}/cancel` is `meetings.cancel`. */
function namedBy(endpoint: Endpoint): Named {
  const { method, path, id } = endpoint.operation;
  const [resource = '', ...rest] = path.slice(base.length).split('/').filter(Boolean);
  const word = rest.find((each) => !each.startsWith('{'));
  if (resource === '') return { endpoint, resource: '', method: 'workspace' };
  const name =
    word === undefined ? usual[`${method} ${rest.length === 0 ? 'list' : 'one'}`] : camelCase(word);
  if (name === undefined) throw new Error(`${id} has no name among the calls of an application`);
  return { endpoint, resource: camelCase(resource), method: name };
}

export const forApplications = ({ operation: { path } }: Endpoint): boolean =>
  path === base || path.startsWith(`${base}/`);

/** `IntegrationApi`: a resource that can only be listed is a method, every other one a group of methods. */
export function renderIntegration(
  document: OpenApiDocument,
  endpoints: readonly Endpoint[],
  runtime: string,
): string {
  const named = endpoints.filter(forApplications).map(namedBy);
  const resources = [...new Set(named.map(({ resource }) => resource))].sort();
  const groups = resources.map((resource) => named.filter((each) => each.resource === resource));
  const isGroup = (group: readonly Named[]) =>
    group[0]?.resource !== '' && group.some((each) => each.method !== 'list');

  const imports = new Map<string, Set<string>>();
  const note = (from: string, name: string) => imports.set(from, (imports.get(from) ?? new Set()).add(name));
  for (const { endpoint } of named) {
    const { operation, data } = endpoint;
    note(kebabCase(operation.tag), inputName(operation));
    if (data) note(data.$ref ? 'schemas' : kebabCase(operation.tag), resultOf(endpoint));
  }
  const classes = groups.filter(isGroup).map((group) => {
    const resource = group[0]?.resource ?? '';
    const methods = group.map((each) =>
      renderMethod(document, each, each.method, `${resource}.${each.method}`),
    );
    return `${classHead(`Integration${pascalCase(resource)}Api`, `The calls of an application about ${resource}.`)}${methods.join('')}}\n\n`;
  });
  const members = groups.map((group) => {
    const [first] = group;
    if (first === undefined) return '';
    if (!isGroup(group)) {
      const name = first.resource || first.method;
      return renderMethod(document, first, name, name);
    }
    const type = `Integration${pascalCase(first.resource)}Api`;
    return `\n  get ${first.resource}(): ${type} {\n    return new ${type}(this.#client);\n  }\n`;
  });
  return [
    header,
    `import type { Client, RequestOptions } from ${quoted(`${runtime}/client.ts`)};\n`,
    ...[...imports]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([from, names]) => `import type { ${[...names].sort().join(', ')} } from './${from}.ts';\n`),
    '\n',
    ...classes,
    classHead('IntegrationApi', 'What an application can call with its API key, in short words.'),
    ...members,
    '}\n',
  ].join('');
}

const classHead = (name: string, text: string) =>
  `${docComment(text, '')}export class ${name} {\n  readonly #client: Client;\n\n  constructor(client: Client) {\n    this.#client = client;\n  }\n`;

const resultOf = ({ operation, data }: Endpoint): string =>
  !data ? 'void' : data.$ref ? refName(data.$ref) : resultName(operation);

function renderMethod(document: OpenApiDocument, { endpoint }: Named, name: string, call: string): string {
  const { summary, description, fields, route } = endpoint.operation;
  const text = [summary, description].filter(Boolean).map((each) => each.replace(/([^.!?])$/, '$1.'));
  const optional = fields.some(({ required }) => required) ? '' : '?';
  return [
    '\n',
    docComment(text.join(' '), '  ', exampleOf(document, endpoint, `chancery.integration.${call}`)),
    `  ${name}(input${optional}: ${inputName(endpoint.operation)}, options?: RequestOptions): Promise<${resultOf(endpoint)}> {\n`,
    `    return this.#client.call(${quoted(route)}, input, options);\n  }\n`,
  ].join('');
}
