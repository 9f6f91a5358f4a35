import { stat } from 'node:fs/promises';
import { uploadDocument } from '@chancery/sdk/upload-document';
import { UsageError } from './exit-codes.ts';

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

/** The id of the document that is meant: by its id, or by a file, which is uploaded. */
export async function documentOf(
  what: string,
  client: Parameters<typeof uploadDocument>[0],
): Promise<string> {
  if (isId(what)) return what;
  const found = await stat(what).catch((error: Error) => {
    throw new UsageError(`${what} cannot be read: ${error.message}`);
  });
  if (!found.isFile()) throw new UsageError(`${what} is no file.`);
  return (await uploadDocument(client, what)).document.id;
}
