import { z } from 'zod';
import { allRoutes } from '../routes/index.ts';
import { healthPaths } from './health-operations.ts';
import { type Envelope, operationOf } from './operation.ts';
import type { Route } from './routes.ts';
import { type JsonSchema, SchemaBook } from './schema-book.ts';
import { version } from './version.ts';

const metaSchema = z.object({
  requestId: z.uuid(),
  correlationId: z.uuid(),
  timestamp: z.iso.datetime(),
});

const failureSchema = z.object({
  success: z.literal(false),
  error: z.object({
    code: z.string().describe('Stable; one meaning and one status in the whole API.'),
    message: z.string().describe('One sentence that says what to do.'),
    details: z
      .array(
        z.object({
          path: z.string().describe('A JSON pointer into the request.'),
          code: z.string(),
          message: z.string(),
        }),
      )
      .optional(),
    retryAfterSeconds: z.number().optional(),
  }),
  meta: metaSchema,
});

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
  const envelope = envelopeOf(book.shape('Meta', metaSchema));
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
      description:
        'Meetings, projects, documents and provable records of a workspace. Every answer is an envelope; every POST takes X-Idempotency-Key.',
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set([...routes.map(({ context }) => context), 'health'])].map((name) => ({ name })),
    paths,
    components: { schemas: book.schemas, responses: book.responses, headers: book.headers, securitySchemes },
  };
}

const envelopeOf =
  (meta: JsonSchema): Envelope =>
  (data) => ({
    type: 'object',
    properties: { success: { type: 'boolean', const: true }, data, meta },
    required: ['success', 'data', 'meta'],
    additionalProperties: false,
  });
