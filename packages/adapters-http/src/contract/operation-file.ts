import { type FailureType, rangeNotSatisfiable, versionConflict } from '@chancery/core';
import { type FileForm, fileFormOf } from '@chancery/core/internal';
import type { Parameter } from './operation-parameters.ts';
import type { Route } from './routes.ts';
import type { JsonSchema } from './schema-book.ts';

// What an operation that answers with bytes has on the wire beside what all have (PLT-19): the same for all of one form.

const header = (description: string) => ({ description, schema: { type: 'string' } });
const taken = (name: string, description: string): Parameter => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
});

const named = { 'Content-Disposition': header('The name of the file, and whether to show or to save it.') };
const tagged = { ETag: header('Tells these bytes from all others at this address.') };
const ranged = { 'Accept-Ranges': header('Always bytes: a part of the file can be asked for with Range.') };

/** Headers of the request. */
export const parametersOfFile = ({ useCase }: Route): readonly Parameter[] => {
  const form = fileFormOf(useCase);
  if (form === null) return [];
  return [
    taken('If-None-Match', 'The ETag of what you have; 304 if it is still so.'),
    ...(form.kind === 'stored'
      ? [
          taken('Range', 'One range of bytes, such as bytes=0-1023.'),
          taken('If-Range', 'The ETag that the range is of; of another version you get the whole.'),
        ]
      : []),
  ];
};

/** The answers that are no failures, by status. */
export function answersOfFile({ kind, mediaType }: FileForm): JsonSchema {
  const content = { [mediaType]: { schema: { type: 'string', format: 'binary' } } };
  const headers = { ...named, ...tagged };
  const unchanged = { description: 'What you have is still so.', headers: tagged };
  if (kind === 'made') return { 200: { description: 'Success', headers, content }, 304: unchanged };
  return {
    200: { description: 'The whole', headers: { ...headers, ...ranged }, content },
    206: {
      description: 'The range that was asked for',
      headers: {
        ...headers,
        ...ranged,
        'Content-Range': header('Which bytes of how many, such as bytes 0-1023/4096.'),
      },
      content,
    },
    304: unchanged,
  };
}

/** Of If-Match and of Range. */
export const refusalsOfFile = ({ useCase }: Route): readonly FailureType[] => {
  const form = fileFormOf(useCase);
  if (form === null) return [];
  return [versionConflict, ...(form.kind === 'stored' ? [rangeNotSatisfiable] : [])];
};
