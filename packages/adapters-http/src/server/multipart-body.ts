import { isUtf8 } from 'node:buffer';
import { on } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type BodyInParts,
  isFailure,
  mediaTypeNotSupported,
  type PartLimits,
  requestInvalid,
  requestTooLarge,
  uploads,
} from '@chancery/core';
import { fileField, invalidField, parseStrictJson } from '@chancery/core/internal';
import { Busboy } from '@fastify/busboy';
import type { InputFields } from '../contract/input-fields.ts';
import { partsOf } from './streamed-body.ts';
import { jsonLimits, mediaTypeOf } from './text-body.ts';

type TextForms = NonNullable<InputFields['texts']>;

/** Of the heads of the parts and the lines between them. */
const mostFramingBytes = 64 * 1024;
const mostParts = 100;

/** What the parser gives for each part: its name, its bytes, and what its head says. */
type Part = readonly [
  name: string | undefined,
  content: Readable,
  fileName: string | undefined,
  string,
  mediaType: string,
];

/** The body of a request in parts (RFC 7578). Nothing of it is read until the caller was admitted. */
export function multipartBody(request: IncomingMessage, texts: TextForms): BodyInParts {
  const contentType = request.headers['content-type'] ?? '';
  if ('body' in request && request.body !== undefined)
    throw new TypeError('Mount the API before body parsers: this endpoint needs the bytes.');
  return {
    async readParts(limits, take) {
      if (mediaTypeOf(contentType) !== 'multipart/form-data' || !/;\s*boundary=/i.test(contentType))
        throw mediaTypeNotSupported({ message: 'Send the body as multipart/form-data with its boundary.' });
      const most = limits.mostFileBytes + limits.mostTextBytes + mostFramingBytes;
      if (Number(request.headers['content-length'] ?? 0) > most)
        throw uploads.uploadTooLarge({ message: `Send a file of at most ${limits.mostFileBytes} bytes.` });
      const fields = new TextFields(texts, limits);
      await eachPart(request, contentType, async ([name, content, fileName, , mediaType]) => {
        if (name === fileField)
          await take({ fileName: fileName ?? null, mediaType: mediaType ?? null, content });
        else await fields.add(name, content);
      });
      return fields.values;
    },
  };
}

/** Calls with one part after the other, in their order; the sender is held back meanwhile. */
async function eachPart(
  request: IncomingMessage,
  contentType: string,
  use: (part: Part) => Promise<void>,
): Promise<void> {
  const parser = new Busboy({
    headers: { 'content-type': contentType },
    // Every part is handed on as a stream, so that texts keep their bytes and their place.
    isPartAFile: () => true,
    limits: { parts: mostParts, headerPairs: 32, headerSize: 16 * 1024 },
  });
  const open = new Set<Readable>();
  let failure: unknown = null;
  parser.on('file', (_name: string, content: Readable) => {
    open.add(content.once('close', () => open.delete(content)));
    // Its reader gets the failure; this keeps one without a reader from ending the process.
    content.on('error', () => undefined);
  });
  parser.on('partsLimit', () => parser.destroy(tooManyParts()));
  const parts = on(parser, 'file', { close: ['finish'] }) as AsyncIterable<Part>;
  pipeline(partsOf(request), parser).catch((error: unknown) => {
    failure ??= error;
    for (const content of open) content.destroy(error instanceof Error ? error : undefined);
  });
  try {
    for await (const part of parts) await use(part);
  } catch (error) {
    throw isFailure(error) ? error : isFailure(failure) ? failure : readable(error, failure);
  } finally {
    parser.destroy();
  }
}

/** What is wrong with the form of the body is the sender's fault; anything else is not. */
const readable = (error: unknown, failure: unknown): unknown =>
  failure === error ||
  (error instanceof Error &&
    /^(?:Part terminated|Unexpected end of multipart|Malformed|Multipart)/i.test(error.message))
    ? requestInvalid({
        details: [
          {
            path: '',
            code: 'body.malformed',
            message: 'The parts of the body cannot be told apart; check the boundary.',
          },
        ],
        cause: error,
      })
    : error;

const tooManyParts = () =>
  requestInvalid({
    details: [{ path: '', code: 'field.out_of_range', message: `Send at most ${mostParts} parts.` }],
  });

/** The texts of a body in parts, each read as its field is declared. */
class TextFields {
  readonly values: Record<string, unknown> = {};
  readonly #texts: TextForms;
  #left: number;

  constructor(texts: TextForms, { mostTextBytes }: PartLimits) {
    this.#texts = texts;
    this.#left = mostTextBytes;
  }

  async add(name: string | undefined, content: Readable): Promise<void> {
    const form = this.#texts.get(name ?? '');
    const path = `/body/${name ?? ''}`;
    if (name === undefined || form === undefined)
      throw invalidField(path, 'field.unknown', 'There is no such part; leave it out.');
    if (Object.hasOwn(this.values, name)) throw invalidField(path, 'field.duplicate', 'Send this part once.');
    this.values[name] = readText(await this.#textOf(content, path), form, path);
  }

  async #textOf(content: Readable, path: string): Promise<string> {
    const pieces: Buffer[] = [];
    for await (const piece of content as AsyncIterable<Buffer>) {
      this.#left -= piece.length;
      if (this.#left < 0) throw requestTooLarge({ message: 'Send texts of at most 64 KiB beside the file.' });
      pieces.push(piece);
    }
    const bytes = Buffer.concat(pieces);
    if (!isUtf8(bytes)) throw invalidField(path, 'field.encoding', 'Encode the text as UTF-8.');
    return bytes.toString('utf8');
  }
}

/** A text stays what it is; whatever else is declared is written as JSON. */
function readText(text: string, form: 'json' | 'text', path: string): unknown {
  if (form === 'text') return text;
  try {
    return parseStrictJson(text, jsonLimits);
  } catch {
    throw invalidField(path, 'field.type', 'Write this part as JSON.');
  }
}
