import type { Chancery } from '@chancery/sdk';
import { folderOf } from './ask-client.ts';

/** Prints what lies in the folder of a client: each document with its type. */
export async function whatIsFiled(chancery: Chancery, clientName: string): Promise<void> {
  const types = new Map<string, string>();
  for await (const { id, name } of chancery.lifecycle.listDocumentTypesAll()) types.set(id, name);

  const folderId = await folderOf(chancery, clientName);
  for await (const { name, documentTypeId } of chancery.documents.listDocumentsAll({
    folderId,
    sort: 'name',
  }))
    console.log(`${types.get(documentTypeId ?? '') ?? 'Without a type'}: ${name}`);
}
