import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inputName, renderContext } from './context-source.ts';
import { forApplications, renderIntegration } from './integration-source.ts';
import { kebabCase } from './names.ts';
import type { OpenApiDocument } from './openapi.ts';
import { type Endpoint, endpointsOf } from './operations.ts';
import {
  renderChancery,
  renderIndex,
  renderOperations,
  renderSchemas,
  renderVersion,
} from './whole-source.ts';

export interface GenerateOptions {
  /** Where the generated files find the hand-written ones. */
  readonly runtime?: string;
}

/** The SDK's generated sources, by path below `src/generated`. The same document always gives the same text. */
export function generateSdk(openapi: object, { runtime = '..' }: GenerateOptions = {}): Map<string, string> {
  const document = openapi as OpenApiDocument; // the contract's own document, written by `npm run contract`
  const endpoints = endpointsOf(document);
  const contexts = new Map<string, Endpoint[]>();
  for (const endpoint of endpoints) {
    const { tag } = endpoint.operation;
    contexts.set(tag, [...(contexts.get(tag) ?? []), endpoint]);
  }
  const tags = [...contexts.keys()].sort();

  const files = new Map<string, string>();
  for (const tag of tags) {
    files.set(`${kebabCase(tag)}.ts`, renderContext(document, tag, contexts.get(tag) ?? [], runtime));
  }
  const claimed = new Set(endpoints.map(({ operation }) => inputName(operation)));
  files.set('schemas.ts', renderSchemas(document, claimed));
  files.set('operations.ts', renderOperations(endpoints, runtime));
  const applications = endpoints.some(forApplications);
  if (applications) files.set('integration.ts', renderIntegration(document, endpoints, runtime));
  files.set('chancery.ts', renderChancery(document, tags, { runtime, applications }));
  files.set('version.ts', renderVersion(document));
  files.set('index.ts', renderIndex(tags, applications));
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Makes `directory` hold exactly what `generateSdk` gives. */
export async function writeSdk(
  openapi: object,
  directory: string,
  options?: GenerateOptions,
): Promise<string[]> {
  const files = generateSdk(openapi, options);
  await mkdir(directory, { recursive: true });
  for (const name of await readdir(directory))
    if (!files.has(name)) await rm(join(directory, name), { recursive: true });
  for (const [name, text] of files) await writeFile(join(directory, name), text);
  return [...files.keys()];
}
