import { canonicalText } from '@chancery/verify';
import { hexOf, sha256 } from '../../kernel/crypto.ts';
import type { HandlerContext, WritingContext } from '../../kernel/handler-context.ts';
import { type MeetingContent, meetingNotFound } from '../../meetings/index.ts';
import { isOver } from '../attachments/attendance-file.ts';
import { clientFile, documentFile, type LinkedFile } from '../attachments/linked-bytes.ts';
import type { RecordsPorts } from '../ports.ts';
import { promotionSourceNotReady } from './errors.ts';
import { type MeetingPart, meetingParts, type PromotionKind, type PromotionTarget } from './promotion.ts';

/** A source in the state in which it was read, with what is made of it. */
export interface PromotionSource {
  readonly kind: PromotionKind;
  readonly id: string;
  readonly version: string;
  readonly sha256: string | null;
  readonly title: string;
  /** Of a meeting alone. */
  readonly meeting: MeetingContent | null;
  /** Of a document and of a file of a client alone. */
  readonly file: LinkedFile | null;
}

interface Asked {
  readonly sourceKind: PromotionKind;
  readonly sourceId: string;
  readonly target: PromotionTarget;
  readonly include?: readonly MeetingPart[] | undefined;
}
type Context = RecordsPorts & HandlerContext & Pick<WritingContext, 'emit'>;

/** The source as the caller sees it in its own context, which refuses if they do not; and only once it is ready (records 6.2). */
export function promotionSource(asked: Asked, context: Context): Promise<PromotionSource> {
  if (asked.sourceKind === 'meeting') return meetingSource(asked, context);
  if (asked.sourceKind === 'project') return projectSource(asked, context);
  return fileSource(asked, context);
}

/** Of what is going on nothing but an encounter is made; who was there is given to those who may know it. */
async function meetingSource(
  { sourceId, target, include }: Asked,
  context: Context,
): Promise<PromotionSource> {
  const meeting = await context.meetingReader.content(sourceId, context);
  if (meeting === null || (target === 'attachment' && meeting.attendance === null)) throw meetingNotFound();
  if (!isOver(meeting) && target !== 'encounter') throw promotionSourceNotReady();
  const { attendance, activity, ...details } = meeting;
  const parts = target === 'attachment' ? (['attendance'] as const) : (include ?? meetingParts);
  const read = {
    ...(parts.includes('details') ? { details } : {}),
    ...(parts.includes('attendance') ? { attendance } : {}),
    ...(parts.includes('activity') ? { activity } : {}),
  };
  return {
    ...{ kind: 'meeting', id: sourceId, version: String(meeting.version), title: meeting.title },
    sha256: hexOf(sha256(canonicalText(read))),
    ...{ meeting, file: null },
  };
}

async function fileSource({ sourceKind, sourceId }: Asked, context: Context): Promise<PromotionSource> {
  const file = await (sourceKind === 'document'
    ? documentFile(sourceId, null, context)
    : clientFile(sourceId, context));
  if (file === null) throw promotionSourceNotReady();
  const { sha256: digest, title, sourceVersion } = file;
  return {
    ...{ kind: sourceKind, id: sourceId, version: sourceVersion ?? '1', sha256: digest, title },
    ...{ meeting: null, file },
  };
}

async function projectSource({ sourceId }: Asked, context: Context): Promise<PromotionSource> {
  const { name, version } = await context.projectReader.find(sourceId, context);
  return {
    ...{ kind: 'project', id: sourceId, version: String(version), title: name, sha256: null },
    ...{ meeting: null, file: null },
  };
}
