import { hexOf, sha256 } from '../../kernel/crypto.ts';
import { dependencyUnavailable } from '../../kernel/errors.ts';
import type { HandlerContext, WritingContext } from '../../kernel/handler-context.ts';
import { contentInMemory } from '../../kernel/stored-content.ts';
import { type MeetingContent, meetingNotFound } from '../../meetings/index.ts';
import { BundleTooLarge } from '../bundle/record-pdf-composer.ts';
import type { RecordsPorts, RecordsPreparing } from '../ports.ts';
import { attendanceModel } from '../promotions/source-text.ts';
import { sourceWordsOf } from '../promotions/source-words.ts';
import type { BytesToAttach } from './sealed-file.ts';

const mostPages = 2_000;

/**
 * A meeting whose attendance the caller may know; null while it is not over. For everybody else there is none, as in its own
 * context.
 */
export async function endedMeeting(
  meetingId: string,
  context: Pick<RecordsPorts, 'meetingReader'> & HandlerContext & Pick<WritingContext, 'emit'>,
): Promise<MeetingContent | null> {
  const meeting = await context.meetingReader.content(meetingId, context);
  if (meeting === null || meeting.attendance === null) throw meetingNotFound();
  return isOver(meeting) ? meeting : null;
}

/** Whether nothing happens at it any more. */
export const isOver = ({ status }: Pick<MeetingContent, 'status'>): boolean =>
  status === 'ended' || status === 'cancelled';

/** Who was at a meeting as a PDF, composed outside of any transaction. */
export async function attendanceFile(
  meeting: MeetingContent,
  { recordPdfComposer, now, user }: Pick<RecordsPreparing, 'recordPdfComposer' | 'now' | 'user'>,
): Promise<BytesToAttach> {
  const model = attendanceModel(meeting, now, sourceWordsOf(user.locale));
  // It is a page or two, so whoever could not draw it in a minute was busy with something else.
  const { bytes } = await recordPdfComposer.bundle(model, [], mostPages).catch((error: unknown) => {
    const isBusy = error instanceof BundleTooLarge;
    throw isBusy ? dependencyUnavailable({ cause: error, retryAfterSeconds: 5 }) : error;
  });
  return {
    content: contentInMemory(bytes),
    fileName: `${meeting.title}.pdf`,
    contentType: 'application/pdf',
    sha256: hexOf(sha256(bytes)),
    scan: null,
    ...{ source: 'meeting', sourceId: meeting.id, sourceVersion: String(meeting.version) },
  };
}
