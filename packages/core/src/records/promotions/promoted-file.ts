import { hexOf, sha256 } from '../../kernel/crypto.ts';
import { dependencyUnavailable } from '../../kernel/errors.ts';
import { contentInMemory } from '../../kernel/stored-content.ts';
import { meetingNotFound } from '../../meetings/index.ts';
import { bytesOfFile } from '../attachments/linked-bytes.ts';
import type { BytesToAttach } from '../attachments/sealed-file.ts';
import { BundleTooLarge } from '../bundle/record-pdf-composer.ts';
import type { RecordsPreparing } from '../ports.ts';
import type { PromotionSource } from './promotion-source.ts';
import { attendanceModel } from './source-text.ts';
import { sourceWordsOf } from './source-words.ts';

const mostPages = 2_000;

/** The exact bytes of a file, or who was at a meeting as a PDF, composed outside of any transaction. */
export async function promotedFile(
  source: PromotionSource,
  context: RecordsPreparing,
): Promise<BytesToAttach> {
  const { recordPdfComposer, now, user } = context;
  if (source.file !== null) return bytesOfFile(source.file, context);
  if (source.meeting === null) throw meetingNotFound();
  const model = attendanceModel(source.meeting, now, sourceWordsOf(user.locale));
  // It is a page or two, so whoever could not draw it in a minute was busy with something else.
  const { bytes } = await recordPdfComposer.bundle(model, [], mostPages).catch((error: unknown) => {
    const isBusy = error instanceof BundleTooLarge;
    throw isBusy ? dependencyUnavailable({ cause: error, retryAfterSeconds: 5 }) : error;
  });
  return {
    content: contentInMemory(bytes),
    fileName: `${source.title}.pdf`,
    contentType: 'application/pdf',
    sha256: hexOf(sha256(bytes)),
    scan: null,
    ...{ source: 'meeting', sourceId: source.id, sourceVersion: source.version },
  };
}
