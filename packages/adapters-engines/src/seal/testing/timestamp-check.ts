import { writeFile } from 'node:fs/promises';
import { timestampTokenOf } from '../checked-cms.ts';
import { readMessage } from '../signed-message.ts';
import { type Folder, output } from './openssl.ts';
import { partsOf } from './seal-suite.ts';

/** What OpenSSL says of the time-stamp in a sealed file, whose authority this root has certified. */
export async function timestampByOpenssl(
  folder: Folder,
  sealed: Uint8Array,
  rootPath: string,
): Promise<string> {
  const [cms] = partsOf(sealed);
  const message = readMessage(cms);
  const paths = { token: folder.path('token'), value: folder.path('value') };
  await writeFile(paths.token, timestampTokenOf(message) ?? '');
  await writeFile(paths.value, message.signer.signature);
  const verified = ['-data', paths.value, '-CAfile', rootPath];
  return output('openssl', 'ts', '-verify', '-token_in', '-in', paths.token, ...verified);
}
