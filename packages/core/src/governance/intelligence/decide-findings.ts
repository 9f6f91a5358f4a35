import type { OpenedKey } from '../../kernel/key-vault.ts';
import { invalidField } from '../../kernel/validation.ts';
import { type EntrySeal, entrySeal } from '../../records/index.ts';
import type { GovernancePorts } from '../ports.ts';
import type { DecidedFinding, FindingDecision, ReviewContext } from './decided-finding.ts';
import { intelligenceInvalidState } from './errors.ts';
import { aboutRun, intelligenceReviewed } from './events.ts';
import type { StoredFinding } from './finding.ts';
import type { FoundRun } from './found-run.ts';
import { type MadeOfFinding, makeOfFinding } from './make-of-finding.ts';
import { requireUnchangedInputs } from './require-unchanged-inputs.ts';
import type { ReviewInput } from './review-input.ts';
import { decided, type IntelligenceRun, intelligenceRunStates, runStatusAt } from './run.ts';
import { commentPlace, openedFinding, sealedEdit } from './sealed-findings.ts';

interface Reviewed {
  readonly run: IntelligenceRun;
  readonly created: { findingId: string; kind: MadeOfFinding['kind']; id: string }[];
}

/** Writes down what was decided, and makes of it what was asked for (GOV-29). */
export async function decide(
  given: ReviewInput,
  found: FoundRun,
  key: OpenedKey | null,
  context: ReviewContext,
): Promise<Reviewed> {
  const { run } = found;
  const { intelligenceRuns, now, user } = context;
  if (runStatusAt(run, now) !== 'needs_review') throw intelligenceInvalidState();
  const seal = entrySeal(context.workspaceId, key, context.recordCipher);
  const stored = await intelligenceRuns.findings([run.id]);
  const decisions = soundDecisions(given, stored, seal);
  await requireUnchangedInputs(decisions, context);

  const created: Reviewed['created'] = [];
  for (const each of decisions) {
    const made = await makeOfFinding(each, { run, purposeOfUse: given.purposeOfUse }, key, context);
    if (made !== null) created.push({ findingId: each.finding.stored.id, ...made });
    await intelligenceRuns.decide(decidedFinding(each, made, seal, context));
  }
  if (given.rejectRun) await intelligenceRuns.rejectUndecided(run.id, now, user.userId);
  const after = await intelligenceRuns.findings([run.id]);
  const saved = await savedRun(given, found, after, seal, context);
  const said = given.rejectRun ? after : decisions.map(({ decision }) => decision);
  context.emit(intelligenceReviewed, { ...aboutRun(saved, found.effectiveMask), ...decided(said) });
  return { run: saved, created };
}

/** Each decision with its finding, which nobody has decided before. */
function soundDecisions(
  { decisions, rejectRun }: ReviewInput,
  stored: readonly StoredFinding[],
  seal: EntrySeal,
): readonly DecidedFinding[] {
  if (rejectRun !== (decisions.length === 0))
    throw invalidField(
      '/decisions',
      'field.invalid',
      'Decide at least one finding, or reject the run without.',
    );
  const seen = new Set<string>();
  return decisions.map((decision, at) => {
    const place = `/decisions/${at}`;
    if (seen.has(decision.findingId))
      throw invalidField(`${place}/findingId`, 'field.duplicate', 'Name each finding once.');
    seen.add(decision.findingId);
    const one = stored.find(({ id }) => id === decision.findingId);
    const finding = one === undefined ? null : openedFinding(one, seal);
    if (finding === null)
      throw invalidField(`${place}/findingId`, 'field.invalid', 'Name a finding of the run.');
    if (finding.stored.decision !== 'proposed') throw intelligenceInvalidState();
    requireFitting(decision, place);
    return { decision, finding };
  });
}

function requireFitting(decision: FindingDecision, place: string): void {
  if ((decision.decision === 'edited') !== (decision.editedText !== undefined))
    throw invalidField(
      `${place}/editedText`,
      'field.invalid',
      'Give it for an edited finding, and for no other.',
    );
  const makes = decision.createFollowUp || decision.insertIntoArtifactId !== undefined;
  if (decision.decision === 'rejected' && makes)
    throw invalidField(
      `${place}/decision`,
      'field.invalid',
      'Nothing is made of a finding that is rejected.',
    );
  if (decision.createFollowUp && decision.insertIntoArtifactId !== undefined)
    throw invalidField(
      `${place}/insertIntoArtifactId`,
      'field.invalid',
      'Make a follow-up or write into a draft, not both.',
    );
}

const decidedFinding = (
  { decision, finding: { stored } }: DecidedFinding,
  made: MadeOfFinding | null,
  seal: EntrySeal,
  { now, user }: Pick<ReviewContext, 'now' | 'user'>,
): Parameters<GovernancePorts['intelligenceRuns']['decide']>[0] => ({
  ...{ id: stored.id, kind: stored.kind, decision: decision.decision },
  editedSealed: decision.editedText === undefined ? null : sealedEdit(stored.id, decision.editedText, seal),
  ...{ decidedByUserId: user.userId, decidedAt: now },
  ...{ resultKind: made?.kind ?? null, resultId: made?.id ?? null },
});

async function savedRun(
  { rejectRun, comment }: ReviewInput,
  { run }: FoundRun,
  findings: readonly StoredFinding[],
  seal: EntrySeal,
  { intelligenceRuns, now, user }: ReviewContext,
): Promise<IntelligenceRun> {
  const isOver = findings.every(({ decision }) => decision !== 'proposed');
  const step = rejectRun ? 'reject' : isOver ? 'conclude' : null;
  const after: IntelligenceRun = {
    ...run,
    status: step === null ? run.status : intelligenceRunStates.next(run.status, step),
    ...(step === null ? {} : { reviewedByUserId: user.userId, reviewedAt: now }),
    reviewCommentSealed:
      comment === null ? run.reviewCommentSealed : seal.sealText(commentPlace(run.id), comment),
    updatedAt: now,
    updatedByUserId: user.userId,
  };
  if (!(await intelligenceRuns.save(after, run.status))) throw intelligenceInvalidState();
  return { ...after, version: run.version + 1 };
}
