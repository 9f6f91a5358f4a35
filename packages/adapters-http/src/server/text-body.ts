import { isUtf8 } from 'node:buffer';
import {
  JsonRefused,
  malformedJson,
  mediaTypeNotSupported,
  requestInvalid,
  requestTooLarge,
} from '@chancery/core';
import { invalidField, parseStrictJson } from '@chancery/core/internal';

/** Far beyond what any endpoint takes. */
export const jsonLimits = { depth: 32, values: 30_000 };
const mostParameters = 1_000;
/** Forms come from sign-in pages of providers, which send a few hundred bytes. */
const mostFormBytes = 64 * 1024;
const excessMessages: Readonly<Record<string, string>> = {
  too_deep: `Nest at most ${jsonLimits.depth} levels deep.`,
  too_many_values: `Send at most ${jsonLimits.values.toLocaleString('en')} values in one body.`,
};

/** The JSON of a body, `{}` if there is none. */
export function parseJsonBody(bytes: Buffer, contentType: string | undefined): unknown {
  if (bytes.length === 0) return {};
  if (!/^application\/(?:[\w.+-]+\+)?json$/.test(mediaTypeOf(contentType))) throw mediaTypeNotSupported();
  requireUtf8(contentType);
  if (!isUtf8(bytes)) throw malformedJson({ message: 'The body is not UTF-8; encode it as such.' });
  try {
    return parseStrictJson(bytes.toString('utf8'), jsonLimits);
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error;
    const message = excessMessages[error.reason];
    throw malformedJson(message === undefined ? {} : { message });
  }
}

/** What Content-Type says without its parameters, in lower case. */
export const mediaTypeOf = (contentType = ''): string =>
  (contentType.split(';', 1)[0] ?? '').trim().toLowerCase();

/** Throws if Content-Type names a charset other than UTF-8 (PLT-28). */
export function requireUtf8(contentType = ''): void {
  for (const parameter of contentType.split(';').slice(1)) {
    const [name = '', value = ''] = parameter.split('=', 2);
    if (name.trim().toLowerCase() !== 'charset') continue;
    if (value.trim().replaceAll('"', '').toLowerCase() === 'utf-8') continue;
    throw invalidField(
      '/header/content-type',
      'charset.unsupported',
      'Encode the body as UTF-8, and say charset=utf-8 or nothing.',
    );
  }
}

/** The fields of a posted form. */
export function parseFormBody(bytes: Buffer, contentType: string | undefined): URLSearchParams {
  if (bytes.length > mostFormBytes) throw requestTooLarge({ message: 'Send a form of at most 64 KiB.' });
  requireUtf8(contentType);
  if (!isUtf8(bytes)) throw notUtf8('');
  return parseParameters(bytes.toString('utf8'), '');
}

/** The fields of a form or of an address. What is percent-encoded must be UTF-8 as well, and not be repaired silently. */
export function parseParameters(text: string, path: string): URLSearchParams {
  if (text.split('&', mostParameters + 1).length > mostParameters)
    throw requestInvalid({
      details: [{ path, code: 'field.out_of_range', message: `Send at most ${mostParameters} parameters.` }],
    });
  const bytes = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  // Letters beyond a byte are decoded already; an address holds none of them.
  if (text.includes('%') && !isUtf8(Buffer.from(bytes, 'latin1'))) throw notUtf8(path);
  return new URLSearchParams(text);
}

const notUtf8 = (path: string) =>
  requestInvalid({ details: [{ path, code: 'field.encoding', message: 'Encode the text as UTF-8.' }] });
