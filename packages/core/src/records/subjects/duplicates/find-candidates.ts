import type { HandlerContext } from '../../../kernel/handler-context.ts';
import type { Purpose } from '../../access/labels.ts';
import { reachOf } from '../../access/reader.ts';
import type { RecordsPorts } from '../../ports.ts';
import { matchKeysOf } from '../match-keys.ts';
import { unionsOf } from '../merges/found-unions.ts';
import type { Subject, SubjectIdentifier } from '../subject.ts';
import { comparable } from './comparable.ts';
import { type Band, bandOf, type Reason } from './score.ts';
import { scoredAll } from './score-all.ts';

/** Somebody who may be the same. */
export interface Candidate {
  readonly subject: Subject;
  readonly score: number;
  readonly band: Band;
  readonly reasons: readonly Reason[];
  /** Somebody has said already that it is another than one of those found beside it. */
  readonly dismissed: boolean;
}

const mostScored = 500;
const mostReturned = 20;

type Context = Pick<
  RecordsPorts,
  'subjects' | 'subjectIdentifiers' | 'subjectMatchKeys' | 'recordStandings' | 'keyRing'
> &
  Pick<HandlerContext, 'user' | 'workspaceId' | 'now'>;

/** The subjects that the caller sees and that may be this one, the likeliest first (REC-9). */
export async function findCandidates(
  subject: Subject,
  identifiers: readonly SubjectIdentifier[],
  purpose: Purpose | null,
  context: Context,
): Promise<readonly Candidate[]> {
  const { subjects, subjectMatchKeys } = context;
  const keys = matchKeysOf(subject, identifiers, context);
  const alike = await subjects.alike(keys, await reachOf(purpose, context), mostScored);
  // What was merged into somebody is part of what they are compared by (REC-15).
  const unions = await unionsOf(alike, context);
  const scores = await scoredAll(comparable(subject, identifiers), unions, (other) =>
    comparable(other.subject, other.identifiers),
  );
  const subjectOf = new Map(alike.map((each) => [each.id, each]));
  const found = scores.flatMap(({ other, score, reasons }) => {
    const band = bandOf(score);
    const candidate = subjectOf.get(other.subject.id);
    return band === null || candidate === undefined ? [] : [{ subject: candidate, score, band, reasons }];
  });
  const best = found.toSorted(byScore).slice(0, mostReturned);
  const dismissed = new Set(await subjectMatchKeys.dismissedAmong(best.map((each) => each.subject.id)));
  return best.map((candidate) => ({ ...candidate, dismissed: dismissed.has(candidate.subject.id) }));
}

const byScore = (a: Omit<Candidate, 'dismissed'>, b: Omit<Candidate, 'dismissed'>): number =>
  b.score - a.score || (a.subject.id < b.subject.id ? -1 : 1);
