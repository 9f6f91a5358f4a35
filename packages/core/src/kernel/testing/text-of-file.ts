import type { MadeFile } from '../file-answer.ts';

/** The whole text of a file that a use case makes, however it gives it. */
export async function textOfFile({ content }: Pick<MadeFile, 'content'>): Promise<string> {
  if (typeof content === 'string') return content;
  const decoder = new TextDecoder();
  if (content instanceof Uint8Array) return decoder.decode(content);
  let text = '';
  for await (const part of content)
    text += typeof part === 'string' ? part : decoder.decode(part, { stream: true });
  return text + decoder.decode();
}
