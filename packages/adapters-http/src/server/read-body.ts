import type { IncomingMessage } from 'node:http';
import {
  JsonRefused,
  malformedJson,
  mediaTypeNotSupported,
  parseStrictJson,
  requestInvalid,
  requestTooLarge,
} from '@chancery/core';

const mostBytes = 1024 * 1024;
const deepest = 32;

/** The JSON object of a request, `{}` where there is no body (PLT-7). A host's own body parser may have read it before. */
export async function readJsonBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parsed: unknown = 'body' in request ? request.body : undefined;
  const value =
    parsed === undefined ? parseJson(await readBytes(request), request.headers['content-type']) : parsed;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw requestInvalid({ details: [{ path: '', code: 'field.type', message: 'Send a JSON object.' }] });
  }
  return value as Record<string, unknown>;
}

async function readBytes(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw tooLarge(request);
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > mostBytes) throw tooLarge(request);
    parts.push(part);
  }
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
}

/** The rest of the body is not read: the connection ends with the answer. */
function tooLarge(request: IncomingMessage) {
  request.pause();
  return requestTooLarge();
}

function parseJson(bytes: Buffer, contentType: string | undefined): unknown {
  if (bytes.length === 0) return {};
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType ?? '')) throw mediaTypeNotSupported();
  const text = bytes.toString('utf8');
  if (depthOf(text) > deepest) throw malformedJson({ message: `Nest at most ${deepest} levels deep.` });
  try {
    return parseStrictJson(text);
  } catch (error) {
    if (error instanceof JsonRefused) throw malformedJson();
    throw error;
  }
}

function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === 0x5c) at += 1;
    else if (character === 0x22) quoted = !quoted;
    else if (!quoted && (character === 0x7b || character === 0x5b)) most = Math.max(most, ++depth);
    else if (!quoted && (character === 0x7d || character === 0x5d)) depth -= 1;
  }
  return most;
}
