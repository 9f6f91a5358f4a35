import type { IncomingMessage } from 'node:http';
import { requestInvalid } from '@chancery/core';
import { fileField, invalidField } from '@chancery/core/internal';
import type { InputFields, TextForm } from '../contract/input-fields.ts';
import { multipartBody } from './multipart-body.ts';
import { readBytesBody, readFormBody, readJsonBody } from './request-body.ts';
import { parseParameters } from './text-body.ts';

/** The flat input of a use case, put together from path, query, body and If-Match. */
export async function readInput(
  request: IncomingMessage,
  fields: InputFields,
  pathValues: readonly string[],
  query: string,
): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> =
    fields.texts !== null
      ? { [fileField]: multipartBody(request, fields.texts) }
      : fields.bytes !== null
        ? { content: await readBytesBody(request, fields.bytes, fields.mostBytes) }
        : fields.form !== null
          ? formInput(await readFormBody(request, fields.mostBytes), fields.form)
          : fields.takesBody
            ? { ...(await readJsonBody(request, fields.mostBytes)) }
            : queryInput(fields, query);
  for (const [field, name] of fields.cookies) {
    if (field in input && fields.takesBody) throw standsElsewhere(field, 'a cookie');
    const value = cookieOf(request.headers.cookie, name);
    if (value !== null) input[field] = value;
  }
  for (const [field, { header, form }] of fields.headers) {
    if (field in input && fields.takesBody) throw standsElsewhere(field, 'a header');
    const value = headerText(request.headers[header], header);
    if (value !== undefined) input[field] = readAll([value], form);
  }
  for (const [index, field] of fields.path.entries()) {
    if (field in input && fields.takesBody) throw standsElsewhere(field, 'the path');
    input[field] = read(decoded(pathValues[index] ?? '', field), fields.pathForms[index] ?? 'string');
  }
  if (fields.takesVersion) readVersion(request.headers['if-match'], input);
  return input;
}

/** Known fields only: what other sites post grows without asking. */
function formInput(form: URLSearchParams, fields: ReadonlySet<string>): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const field of fields) {
    const values = form.getAll(field);
    if (values.length > 0) input[field] = values.length === 1 ? values[0] : values;
  }
  return input;
}

function cookieOf(header: string | undefined, name: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [key = '', ...value] = pair.trim().split('=');
    if (key === name) return value.join('=');
  }
  return null;
}

/** Known query parameters only; PLT-6: the unknown are ignored. */
function queryInput({ query: fields }: InputFields, text: string): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  if (text === '') return input;
  const parameters = parseParameters(text, '/query');
  for (const [field, form] of fields) {
    const values = parameters.getAll(field);
    if (values.length === 0) continue;
    input[field] = readAll(values, form);
  }
  return input;
}

/** The texts of one field: a list is written as several of them, or with commas. */
const readAll = (values: readonly string[], form: TextForm): unknown =>
  form === 'array'
    ? values.flatMap((value) => value.split(','))
    : values.length > 1
      ? values
      : read(values[0] ?? '', form);

function read(value: string, form: TextForm): unknown {
  if (form === 'integer' && /^-?\d{1,15}$/.test(value)) return Number(value);
  if (form === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

const standsElsewhere = (field: string, place: string) =>
  invalidField(
    `/body/${field}`,
    'field.unknown',
    `This field travels in ${place}; leave it out of the body.`,
  );

/** Node gives one character for each byte of a header; text beyond ASCII is UTF-8 there (PLT-28). */
function headerText(value: string | readonly string[] | undefined, header: string): string | undefined {
  const text = Array.isArray(value) ? value.join(', ') : (value as string | undefined);
  if (text === undefined || /^[\0-\x7f]*$/.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    throw invalidField(`/header/${header}`, 'field.invalid', 'Write this header in UTF-8.');
  }
}

function decoded(value: string, field: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    throw requestInvalid({
      details: [
        {
          path: `/path/${field}`,
          code: 'field.invalid',
          message: 'Percent-encode this part of the address as UTF-8.',
        },
      ],
    });
  }
}

/** `If-Match: "3"` says the same as `expectedVersion: 3`; MTG-20: when both are there they agree. */
function readVersion(header: string | undefined, input: Record<string, unknown>): void {
  if (header === undefined || header === '*') return;
  const version = /^(?:W\/)?"(\d{1,10})"$/.exec(header)?.[1];
  if (version === undefined)
    throw invalidField('/header/if-match', 'version.invalid', 'Give the version in quotes, such as "3".');
  if (input.expectedVersion !== undefined && input.expectedVersion !== Number(version)) {
    throw invalidField(
      '/header/if-match',
      'version.contradiction',
      'If-Match and expectedVersion differ; send one of them.',
    );
  }
  input.expectedVersion = Number(version);
}
