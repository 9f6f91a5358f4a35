import { callTree } from './call-tree.ts';
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
    const name = groupName(resource);
    return [
      docComment(`The calls of an application about ${resource}.`, ''),
      renderInterface(document, name, group, (method) => `${resource}.${method}`),
      `\nexport const ${name} = /* @__PURE__ */ ${renderDefinition(name, group)};\n\n`,
    ].join('');
  });
  const alone = groups
    .filter((group) => !isGroup(group))
    .flatMap(([first]) =>
      first === undefined ? [] : [{ ...first, method: first.resource || first.method }],
    );
  const resourcesOfGroups = groups.filter(isGroup).map(([first]) => first?.resource ?? '');
  return [
    header,
    `import { Api } from ${quoted(`${runtime}/api.ts`)};\n`,
    `import type { Client, RequestOptions } from ${quoted(`${runtime}/client.ts`)};\n`,
    ...[...imports]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([from, names]) => `import type { ${[...names].sort().join(', ')} } from './${from}.ts';\n`),
    '\n',
    ...classes,
    docComment('What an application calls about its workspace as a whole.', ''),
    renderInterface(document, 'IntegrationCalls', alone, (method) => method),
    '\n',
    docComment('What an application can call with its API key, in short words.', ''),
    `export class IntegrationApi extends ${renderDefinition('IntegrationCalls', alone)} {\n`,
    ...resourcesOfGroups.map((resource) => `  readonly ${resource}: ${groupName(resource)};\n`),
    '\n  constructor(client: Client) {\n    super(client);\n',
    ...resourcesOfGroups.map((resource) => `    this.${resource} = new ${groupName(resource)}(client);\n`),
    '  }\n}\n',
  ].join('');
}

const groupName = (resource: string) => `Integration${pascalCase(resource)}Api`;

const resultOf = ({ operation, data }: Endpoint): string =>
  !data ? 'void' : data.$ref ? refName(data.$ref) : resultName(operation);

function renderInterface(
  document: OpenApiDocument,
  name: string,
  calls: readonly Named[],
  callOf: (method: string) => string,
): string {
  const methods = calls.map((each) => renderMethod(document, each, callOf(each.method)));
  return `export interface ${name} {${methods.join('')}}\n`;
}

function renderDefinition(name: string, calls: readonly Named[]): string {
  const tree = callTree(
    calls.map(({ endpoint, method }) => ({ name: method, operation: endpoint.operation })),
  );
  return `Api.define<${name}>(${tree})`;
}

function renderMethod(document: OpenApiDocument, { endpoint, method }: Named, call: string): string {
  const { summary, description, fields } = endpoint.operation;
  const text = [summary, description].filter(Boolean).map((each) => each.replace(/([^.!?])$/, '$1.'));
  const optional = fields.some(({ required }) => required) ? '' : '?';
  return [
    '\n',
    docComment(text.join(' '), '  ', exampleOf(document, endpoint, `chancery.integration.${call}`)),
    `  ${method}(input${optional}: ${inputName(endpoint.operation)}, options?: RequestOptions): Promise<${resultOf(endpoint)}>;\n`,
  ].join('');
}
