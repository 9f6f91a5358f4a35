import { health, type UseCase } from '@chancery/core';
import {
  declaredPermissions,
  isScopeAccess,
  permissionSentence,
  permissionsOfRoles,
} from '@chancery/core/internal';
import { z } from 'zod';
import { allRoutes } from '../routes/index.ts';
import { type Route, takesIdempotencyKey } from './routes.ts';
import { type JsonSchema, SchemaBook } from './schema-book.ts';
import { statusOfKind } from './statuses.ts';
import { version } from './version.ts';

/** The OpenAPI 3.1 document, written from the declarations and nothing else. */
export function openApiDocument(baseUrl: string): JsonSchema {
  const book = new SchemaBook();
  const Meta = book.shape(
    'Meta',
    z.object({ requestId: z.uuid(), correlationId: z.uuid(), timestamp: z.iso.datetime() }),
  );
  const Failure = book.shape(
    'Failure',
    z.object({
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
      meta: z.object({ requestId: z.uuid(), correlationId: z.uuid(), timestamp: z.iso.datetime() }),
    }),
  );
  const envelope = (data: JsonSchema): JsonSchema => ({
    type: 'object',
    properties: { success: { type: 'boolean', const: true }, data, meta: Meta },
    required: ['success', 'data', 'meta'],
    additionalProperties: false,
  });
  const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of allRoutes) {
    const operation = operationOf(route, book, envelope, json(Failure));
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation };
  }
  Object.assign(paths, healthPaths(book, envelope, json));

  return {
    openapi: '3.1.0',
    info: {
      title: 'Chancery',
      version,
      description:
        'Meetings, projects, documents and provable records of a workspace. Every answer is an envelope; every POST takes X-Idempotency-Key.',
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set([...allRoutes.map(({ context }) => context), 'health'])].map((name) => ({ name })),
    paths,
    components: {
      schemas: book.schemas,
      securitySchemes: {
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
      },
    },
  };
}

function operationOf(
  route: Route,
  book: SchemaBook,
  envelope: (data: JsonSchema) => JsonSchema,
  failure: unknown,
): JsonSchema {
  const { useCase, name, method, status, context, pathFields, wire } = route;
  const input = book.input(useCase.input);
  const properties = input.properties ?? {};
  const required = new Set(input.required ?? []);
  const inHeaders = Object.entries(wire.headers ?? {});
  const isForm = useCase.body?.form === 'fields';
  const elsewhere = new Set([
    ...pathFields,
    ...inHeaders.map(([field]) => field),
    ...Object.keys(wire.cookies ?? {}),
    ...(useCase.body === undefined || isForm ? [] : ['content']),
  ]);
  const rest = Object.keys(properties).filter((field) => !elsewhere.has(field));
  const inQuery = method === 'GET';
  const idempotent = takesIdempotencyKey({ method, useCase });
  const pagination = inQuery && 'cursor' in properties ? pluralOf(useCase) : null;
  const body: JsonSchema = {
    type: 'object',
    properties: Object.fromEntries(rest.map((field) => [field, properties[field] ?? {}])),
    ...(rest.some((field) => required.has(field))
      ? { required: rest.filter((field) => required.has(field)) }
      : {}),
    additionalProperties: false,
  };
  const bodyName = `${capital(name)}Input`;
  const hasBody = !inQuery && rest.length > 0;
  const bodySchema = hasBody && pathFields.length === 0 ? book.named(bodyName, body) : body;
  const parameters = [
    ...pathFields.map((field) => ({
      name: field,
      in: 'path',
      required: true,
      ...described(properties[field]),
      schema: plain(properties[field]),
    })),
    ...(inQuery
      ? rest.map((field) => ({
          name: field,
          in: 'query',
          required: required.has(field) && properties[field]?.default === undefined,
          ...described(properties[field]),
          schema: plain(properties[field]),
        }))
      : []),
    ...inHeaders.map(([field, header]) => ({
      name: header,
      in: 'header',
      required: true,
      ...described(properties[field]),
      schema: plain(properties[field]),
    })),
    ...Object.entries(wire.cookies ?? {}).map(([field, cookie]) => ({
      name: cookie,
      in: 'cookie',
      required: required.has(field),
      ...described(properties[field]),
      schema: plain(properties[field]),
    })),
    ...(idempotent
      ? [
          {
            name: 'X-Idempotency-Key',
            in: 'header',
            required: false,
            description: 'The first outcome is kept for 24 hours and given again.',
            schema: { type: 'string', minLength: 1, maxLength: 255 },
          },
        ]
      : []),
    ...(rest.includes('expectedVersion')
      ? [
          {
            name: 'If-Match',
            in: 'header',
            required: false,
            description: 'The same as expectedVersion: "3".',
            schema: { type: 'string' },
          },
        ]
      : []),
  ];

  const headers = [
    ...Object.entries(wire.answers ?? {}).map(([header, { description }]) => [header, description]),
    ...(wire.setsCookie === undefined ? [] : [['Set-Cookie', `The cookie ${wire.setsCookie.name}.`]]),
  ];
  const answered =
    wire.setsCookie !== undefined && useCase.output instanceof z.ZodObject
      ? z.object(without(useCase.output.shape, wire.setsCookie.field))
      : useCase.output;

  return {
    operationId: name,
    tags: [context],
    summary: useCase.summary,
    description: [useCase.description ?? '', permissionSentence(useCase)]
      .filter((text) => text !== '')
      .join(' '),
    security: securityOf(useCase),
    'x-chancery-permission': permissionOf(useCase),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(useCase.body === undefined || isForm
      ? {}
      : {
          requestBody: {
            required: true,
            // OpenAPI 3.1: bytes that JSON Schema says nothing about.
            content: Object.fromEntries(
              (useCase.body.mediaTypes.length > 0 ? useCase.body.mediaTypes : ['*/*']).map((type) => [
                type,
                {},
              ]),
            ),
          },
        }),
    ...(hasBody
      ? {
          requestBody: {
            required: rest.some((field) => required.has(field)),
            content: {
              [isForm ? 'application/x-www-form-urlencoded' : 'application/json']: { schema: bodySchema },
            },
          },
        }
      : {}),
    responses: {
      [status]: {
        description: 'Success',
        ...(headers.length === 0
          ? {}
          : {
              headers: Object.fromEntries(
                headers.map(([header, description]) => [header, { description, schema: { type: 'string' } }]),
              ),
            }),
        content: {
          ...(useCase.raw === undefined
            ? { 'application/json': { schema: envelope(book.output(answered)) } }
            : { [useCase.raw]: { schema: { type: 'string', format: 'binary' } } }),
          ...(wire.page === undefined ? {} : { 'text/html': { schema: { type: 'string' } } }),
        },
      },
      ...failuresOf(route, idempotent, failure),
    },
    'x-chancery': {
      kind: useCase.kind,
      input: hasBody && pathFields.length === 0 ? bodyName : null,
      idempotent,
      pagination,
      ...(useCase.body === undefined || isForm ? {} : { body: 'bytes' }),
      ...(wire.forBrowsers ? { forBrowsers: true } : {}),
      ...(useCase.raw === undefined ? {} : { binary: true }),
      ...(useCase.cli === undefined ? {} : { cli: { aliases: useCase.cli.aliases ?? [] } }),
    },
  };
}

/** Statuses and codes: those every row of its kind can give, and the use case's own. */
function failuresOf(
  { useCase, method }: Route,
  idempotent: boolean,
  content: unknown,
): Record<string, unknown> {
  const codes = new Map<number, Set<string>>();
  const add = (status: number, code: string) => codes.set(status, (codes.get(status) ?? new Set()).add(code));
  add(400, 'request.invalid');
  if (useCase.kind !== 'query' || method !== 'GET')
    for (const [status, code] of [
      [400, 'request.malformed_json'],
      [413, 'request.too_large'],
      [415, 'request.media_type_not_supported'],
    ] as const)
      add(status, code);
  if (useCase.access === 'anyone' && useCase.bearer === 'optional') add(401, 'auth.token_expired');
  if (useCase.access !== 'anyone') {
    add(401, 'auth.required');
    add(403, isScopeAccess(useCase.access) ? 'scope.missing' : 'permission.denied');
  }
  if (idempotent) {
    add(409, 'idempotency.in_flight');
    add(422, 'idempotency.key_reused');
  }
  if (useCase.feature !== undefined) add(403, 'plan.feature_not_included');
  if (useCase.stepUp)
    add(403, `auth.${useCase.stepUp === 'factor' ? 'second_factor_required' : 'reauthentication_required'}`);
  if (useCase.stepUpWhen) add(403, 'auth.reauthentication_required');
  if (useCase.outside) add(403, 'auth.email_unverified');
  if (useCase.version) add(412, 'version_conflict');
  for (const { kind, code } of useCase.errors ?? []) add(statusOfKind[kind], code);
  add(429, 'rate_limited');
  add(503, 'dependency.unavailable');
  return Object.fromEntries(
    [...codes]
      .sort(([a], [b]) => a - b)
      .map(([status, names]) => [status, { description: [...names].join(', '), content }]),
  );
}

function healthPaths(
  book: SchemaBook,
  envelope: (data: JsonSchema) => JsonSchema,
  json: (schema: JsonSchema) => unknown,
): Record<string, unknown> {
  const report = book.output(health.HealthResponseView);
  const row = (
    operationId: string,
    summary: string,
    description: string,
    data: JsonSchema,
    fails: boolean,
  ) => ({
    get: {
      operationId,
      tags: ['health'],
      summary,
      description,
      security: [],
      responses: {
        200: { description: 'Success', content: json(envelope(data)) },
        ...(fails
          ? {
              503: {
                description: 'A required dependency is away; the body is not in an envelope.',
                content: json(report),
              },
            }
          : {}),
      },
      'x-chancery': { kind: 'query', input: null, idempotent: false, pagination: null },
    },
  });
  return {
    '/api/health': row(
      'getHealth',
      'Say how the service and everything it needs is',
      'Checks are shared for one second.',
      report,
      true,
    ),
    '/api/health/live': row(
      'getLiveness',
      'Say that the process answers',
      'Touches nothing outside the process.',
      book.output(health.LivenessResponseView),
      false,
    ),
    '/api/health/ready': row(
      'getReadiness',
      'Say whether to send traffic here',
      '503 while a required dependency is away, migrations are pending or the process drains.',
      report,
      true,
    ),
  };
}

function securityOf({ access, bearer }: UseCase): Record<string, never[]>[] {
  if (access === 'anyone') return bearer === 'optional' ? [{}, { bearer: [] }] : [];
  return isScopeAccess(access) ? [{ apiKey: [] }, { apiKeyHeader: [] }] : [{ bearer: [] }];
}

/** Who may call, as the pipeline enforces it: what a client that knows its user's role and standing can decide by. */
function permissionOf(useCase: UseCase): JsonSchema {
  const { access } = useCase;
  const things = declaredPermissions(useCase).map(({ words: _, ...thing }) => thing);
  return {
    ...(typeof access === 'string'
      ? { access }
      : isScopeAccess(access)
        ? { access: 'api_key', scope: access.scope }
        : { access: 'workspace', roles: permissionsOfRoles(useCase) }),
    ...(things.length === 0 ? {} : { things }),
  };
}

const without = (shape: z.ZodRawShape, field: string): z.ZodRawShape =>
  Object.fromEntries(Object.entries(shape).filter(([name]) => name !== field));
const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const described = (schema: JsonSchema | undefined) =>
  typeof schema?.description === 'string' ? { description: schema.description } : {};
const plain = (schema: JsonSchema | undefined): JsonSchema => {
  const { description: _, ...rest } = schema ?? {};
  return rest;
};

/** The one array of a list's answer. */
function pluralOf({ output }: UseCase): string | null {
  const shape = output instanceof z.ZodObject ? output.shape : {};
  return Object.entries(shape).find(([, field]) => field instanceof z.ZodArray)?.[0] ?? null;
}
