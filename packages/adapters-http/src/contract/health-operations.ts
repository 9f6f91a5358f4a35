import { health } from '@chancery/core';
import type { Envelope } from './operation.ts';
import type { JsonSchema, SchemaBook } from './schema-book.ts';

/** The health endpoints: they answer before anything else of the product can, so they are no use cases. */
export function healthPaths(book: SchemaBook, envelope: Envelope): Readonly<Record<string, unknown>> {
  const report = book.output(health.HealthResponseView);
  const failing = {
    503: {
      description: 'A required dependency is away; the body is not in an envelope.',
      content: json(report),
    },
  };
  return {
    '/api/health': operation({
      operationId: 'getHealth',
      summary: 'Get the health of the service and of everything it needs',
      description: 'The results of the checks are shared for one second.',
      responses: { 200: { description: 'Success', content: json(envelope(report)) }, ...failing },
    }),
    '/api/health/live': operation({
      operationId: 'getLiveness',
      command: 'health live',
      summary: 'Check that the process answers',
      description: 'Touches nothing outside the process, so it answers even while dependencies are away.',
      responses: {
        200: { description: 'Success', content: json(envelope(book.output(health.LivenessResponseView))) },
      },
    }),
    '/api/health/ready': operation({
      operationId: 'getReadiness',
      command: 'health ready',
      summary: 'Check whether the service is ready for traffic',
      description:
        'Answers 503 while a required dependency is away, migrations are pending or the process drains.',
      responses: { 200: { description: 'Success', content: json(envelope(report)) }, ...failing },
    }),
  };
}

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });

interface HealthOperation {
  readonly operationId: string;
  /** Its words on the command line, where the rule gives others. */
  readonly command?: string;
  readonly summary: string;
  readonly description: string;
  readonly responses: Readonly<Record<number, unknown>>;
}

const operation = ({ operationId, command, summary, description, responses }: HealthOperation) => ({
  get: {
    operationId,
    tags: ['health'],
    summary,
    description,
    security: [],
    responses,
    'x-chancery': {
      kind: 'query',
      idempotent: false,
      pagination: null,
      ...(command === undefined ? {} : { cli: { command, aliases: [] } }),
    },
  },
});
