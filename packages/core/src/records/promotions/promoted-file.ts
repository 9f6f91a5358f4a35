import { meetingNotFound } from '../../meetings/index.ts';
import { attendanceFile } from '../attachments/attendance-file.ts';
import { bytesOfFile } from '../attachments/linked-bytes.ts';
import type { BytesToAttach } from '../attachments/sealed-file.ts';
import type { RecordsPreparing } from '../ports.ts';
import type { PromotionSource } from './promotion-source.ts';

/** The exact bytes of a file, or who was at a meeting as a PDF. */
export async function promotedFile(
  source: PromotionSource,
  context: RecordsPreparing,
): Promise<BytesToAttach> {
  if (source.file !== null) return bytesOfFile(source.file, context);
  if (source.meeting === null) throw meetingNotFound();
  return attendanceFile(source.meeting, context);
}
