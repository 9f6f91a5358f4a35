import type { ByteSource } from '@chancery/core';

/** Control characters except tab, line feed, form feed and carriage return. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const control = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f]/;
const markup = /^\s*<[!?/a-z]/i;
/** Field lines with their continuations (RFC 5322, 2.2), until an empty line or the end of what was read. */
const headerLines = /^(?:[!-9;-~]+:[^\n]*\n(?:[ \t][^\n]*\n)*)+(?:\r?\n|$)/;

/** Documents CNT-3: strict UTF-8 without control characters, read to its end. */
export async function isPlainText(content: ByteSource): Promise<boolean> {
  const text = plainTextReader();
  for await (const part of await content.read()) if (!text.goesOn(part)) return false;
  return text.endsWhole();
}

/** Whether the file may be a text as far as this beginning shows, which may end within a character. */
export const beginsAsPlainText = (beginning: Uint8Array): boolean => plainTextReader().goesOn(beginning);

function plainTextReader() {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const isText = (part?: Uint8Array): boolean => {
    try {
      return !control.test(decoder.decode(part, { stream: part !== undefined }));
    } catch (error) {
      if (error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA')
        return false;
      throw error;
    }
  };
  return { goesOn: (part: Uint8Array) => isText(part), endsWhole: () => isText() };
}

/** Which type of text it is; null for a page, a picture or a script in disguise. */
export function plainTextType(head: Buffer, fileName: string): string | null {
  const text = new TextDecoder('utf-8').decode(head);
  if (markup.test(text)) return null;
  const extension = /\.([a-z]+)$/i.exec(fileName)?.[1]?.toLowerCase();
  if (extension === 'csv') return 'text/csv';
  if (extension === 'eml' && headerLines.test(text)) return 'message/rfc822';
  return 'text/plain';
}
