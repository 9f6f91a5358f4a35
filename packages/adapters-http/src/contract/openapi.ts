import { z } from 'zod';
import { allRoutes } from '../routes/index.ts';
import { chapters } from './chapters.ts';
import { healthPaths } from './health-operations.ts';
import { type Envelope, operationOf } from './operation.ts';
import type { Route } from './routes.ts';
import { type JsonSchema, SchemaBook } from './schema-book.ts';
import { tagNamed } from './tags.ts';
import { version } from './version.ts';

const metaSchema = z
  .object({
    requestId: z.uuid().describe('The id of this request; name it when you report a problem.'),
    correlationId: z
      .uuid()
      .describe('The X-Correlation-Id that you sent, if it is a UUID; else the id of the request.'),
    timestamp: z.iso.datetime().describe('When this was answered.'),
  })
  .meta({ id: 'Meta', description: 'What every answer says of its request.' });

const failureSchema = z
  .object({
    success: z.literal(false).describe('Always false: the request was refused.'),
    error: z
      .object({
        code: z.string().describe('Stable; one meaning and one status in the whole API.'),
        message: z.string().describe('One sentence that says what to do.'),
        details: z
          .array(
            z.object({
              path: z.string().describe('A JSON pointer into the request, such as /body/title.'),
              code: z.string().describe('What is wrong with this field; stable too.'),
              message: z.string().describe('One sentence that says what to do about this field.'),
            }),
          )
          .optional()
          .describe('Each field that is wrong, where fields are.'),
        retryAfterSeconds: z
          .number()
          .optional()
          .describe('How many seconds to wait before the next try, where waiting helps.'),
      })
      .describe('Why the request was refused.'),
    meta: metaSchema,
  })
  .meta({ description: 'The answer to every request that was refused.' });

const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a signed-in person.',
  },
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the workspace.' },
  apiKeyHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-API-Key',
    description: 'The same API key, in a header of its own.',
  },
};

/** The OpenAPI 3.1 document, written from the declarations and nothing else. */
export function openApiDocument(baseUrl: string, routes: readonly Route[] = allRoutes): JsonSchema {
  const book = new SchemaBook();
  const envelope = envelopeOf(book.output(metaSchema));
  book.shape('Failure', failureSchema);

  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const operation = operationOf(route, { book, envelope });
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation };
  }
  Object.assign(paths, healthPaths(book, envelope));

  return {
    openapi: '3.1.0',
    info: {
      title: 'Chancery',
      version,
      summary: 'Meetings, projects, documents and provable records of a workspace.',
      description: chapters(),
      license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
      contact: { name: 'Chancery', url: 'https://github.com/chancery-hq/chancery' },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set([...routes.map(({ context }) => context), 'health'])].map(tagNamed),
    paths,
    components: { schemas: book.schemas, responses: book.responses, headers: book.headers, securitySchemes },
  };
}

const envelopeOf =
  (meta: JsonSchema): Envelope =>
  (data) => ({
    type: 'object',
    properties: {
      success: { type: 'boolean', const: true, description: 'Always true: the request was carried out.' },
      data: typeof data.description === 'string' ? data : { ...data, description: 'What was asked for.' },
      meta,
    },
    required: ['success', 'data', 'meta'],
    additionalProperties: false,
  });
