import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { UserPrincipal } from '../../kernel/principal.ts';
import type { RecordsPorts } from '../ports.ts';
import type { RecordCaller, SubjectDirectory } from './decision.ts';
import type { LabelMask, Purpose } from './labels.ts';
import type { RecordReach } from './ports.ts';
import { masksOpenedBy } from './purposes.ts';

/** What a member answers for in the whole workspace. */
export const duties = ['privacy_officer', 'records_manager', 'auditor'] as const;
export type Duty = (typeof duties)[number];

/** What the workspace says of one person, and of how it keeps its records. */
export interface ReaderRow {
  readonly clearance: LabelMask;
  readonly duties: readonly Duty[];
  readonly subjectDirectory: SubjectDirectory;
  /** Whether every read of one thing leaves a line, and not those of labelled things alone (REC-8). */
  readonly auditsAllReads: boolean;
}

/** Who reads records, as every decision about access knows them. */
export interface RecordReader extends RecordCaller, ReaderRow {}

type Asking = Pick<RecordsPorts, 'recordStandings'> & Pick<HandlerContext, 'user'>;

export async function readerOf({ user, recordStandings }: Asking): Promise<RecordReader> {
  const { userId, membership }: UserPrincipal = user;
  return { userId, role: membership?.role ?? 'guest', ...(await recordStandings.reader(userId)) };
}

/** The condition under which lists show what the caller passes for this purpose. */
export const reachOf = async (
  purpose: Purpose | null,
  context: Asking & Pick<HandlerContext, 'now'>,
): Promise<RecordReach> => ({
  reader: await readerOf(context),
  now: context.now,
  masks: masksOpenedBy(purpose),
});
