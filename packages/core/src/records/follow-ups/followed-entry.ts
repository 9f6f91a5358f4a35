import { Failure } from '../../kernel/errors.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import { invalidField } from '../../kernel/validation.ts';
import type { LabelMask, Purpose } from '../access/labels.ts';
import type { RecordCase } from '../cases/case.ts';
import type { RecordEntry } from '../entries/entry.ts';
import { seenEntry } from '../entries/seen-entry.ts';
import type { RecordsPorts } from '../ports.ts';
import type { FollowUp } from './follow-up.ts';

/** The entry that a follow-up is about, whoever asks; null for none. */
export const followedEntry = async (
  { artifactId }: Pick<FollowUp, 'artifactId'>,
  { entries }: Pick<RecordsPorts, 'entries'>,
): Promise<RecordEntry | null> => (artifactId === null ? null : entries.find(artifactId));

/** A follow-up has the labels of its case and those of the entry that it is about (records 3.1). */
export async function followUpMask(
  followUp: Pick<FollowUp, 'artifactId'>,
  { effectiveMask }: Pick<RecordCase, 'effectiveMask'>,
  ports: Pick<RecordsPorts, 'entries'>,
): Promise<LabelMask> {
  return effectiveMask | ((await followedEntry(followUp, ports))?.effectiveMask ?? 0);
}

/** Passes if the entry is one of the case that the caller sees for the purpose, or none is named. */
export async function requireSeenEntry(
  { artifactId, caseId }: Pick<FollowUp, 'artifactId' | 'caseId'>,
  purposeOfUse: Purpose | undefined,
  context: Pick<RecordsPorts, 'entries' | 'recordStandings'> & Pick<HandlerContext, 'user' | 'now'>,
): Promise<void> {
  if (artifactId === null) return;
  try {
    if ((await seenEntry({ artifactId, purposeOfUse }, context)).entry.caseId === caseId) return;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'entry.not_found') throw error;
  }
  throw invalidField('/artifactId', 'field.invalid', 'Name an entry of the case that you see.');
}
