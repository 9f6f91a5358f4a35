import type { z } from 'zod';
import { groupBy } from '../../kernel/grouping.ts';
import type { HandlerContext } from '../../kernel/handler-context.ts';
import type { OpenedKey } from '../../kernel/key-vault.ts';
import {
  type EntrySeal,
  entrySeal,
  labelsOf,
  type NamedUsers,
  namedUsers,
  nobodyOr,
} from '../../records/index.ts';
import type { GovernancePorts } from '../ports.ts';
import type { StoredFinding } from './finding.ts';
import type { LabelledRun } from './ports.ts';
import { runStatusAt } from './run.ts';
import { commentPlace, type OpenedFinding, openedFinding } from './sealed-findings.ts';
import type { FindingView, IntelligenceRunView } from './views.ts';

/** Runs with what is shown of them, still sealed. */
export interface RunsRead {
  readonly runs: readonly LabelledRun[];
  readonly findings: ReadonlyMap<string, readonly StoredFinding[]>;
  readonly named: NamedUsers;
}

type Reading = Pick<GovernancePorts, 'intelligenceRuns' | 'memberDirectory'>;
type Opening = Pick<GovernancePorts, 'recordCipher'> & Pick<HandlerContext, 'workspaceId' | 'now' | 'user'>;

export async function readRuns(runs: readonly LabelledRun[], context: Reading): Promise<RunsRead> {
  const findings = await context.intelligenceRuns.findings(runs.map(({ run }) => run.id));
  const people = [
    ...runs
      .flatMap(({ run }) => [run.createdByUserId, run.updatedByUserId, run.reviewedByUserId])
      .filter((each) => each !== null),
    ...findings.flatMap(({ decidedByUserId }) => (decidedByUserId === null ? [] : [decidedByUserId])),
  ];
  const named = await namedUsers(people, context);
  return { runs, findings: groupBy(findings, ({ runId }) => runId), named };
}

/** What quotes entries is gone with the key of their case. */
export function composedRuns(
  { runs, findings, named }: RunsRead,
  key: OpenedKey | null,
  context: Opening,
): z.input<typeof IntelligenceRunView>[] {
  const seal = entrySeal(context.workspaceId, key, context.recordCipher);
  return runs.map((labelled) =>
    runView(labelled, findings.get(labelled.run.id) ?? [], { seal, named, ...context }),
  );
}

export async function shownRun(
  labelled: LabelledRun,
  key: OpenedKey | null,
  context: Reading & Opening,
): Promise<z.input<typeof IntelligenceRunView>> {
  const [shown] = composedRuns(await readRuns([labelled], context), key, context);
  if (shown === undefined) throw new TypeError('One run was to be shown');
  return shown;
}

function runView(
  { run, effectiveMask }: LabelledRun,
  findings: readonly StoredFinding[],
  { seal, named, workspaceId, now, user }: Opening & { readonly seal: EntrySeal; readonly named: NamedUsers },
): z.input<typeof IntelligenceRunView> {
  const { createdByUserId, reviewedByUserId, reviewCommentSealed, errorCode, ...of } = run;
  const { inputs, kinds, updatedByUserId, ...rest } = of;
  const status = runStatusAt(run, now);
  const opened = findings.map((each) => openedFinding(each, seal)).filter((each) => each !== null);
  return {
    ...{ id: rest.id, workspaceId, caseId: rest.caseId, status, kinds: [...kinds] },
    ...{ provider: rest.provider, model: rest.model, language: rest.language },
    inputs: inputs.map((input) => ({ ...input })),
    // Whoever else reads the run may not know of an entry that they do not see.
    excludedByLabel: createdByUserId === user.userId ? rest.excludedByLabel : null,
    effectiveLabels: [...labelsOf(effectiveMask)],
    findings: opened.map((finding) => findingView(finding, status, named)),
    droppedFindings: rest.droppedFindings,
    error: errorCode === null ? null : { code: errorCode },
    ...{ startedAt: rest.startedAt, finishedAt: rest.finishedAt, expiresAt: rest.expiresAt },
    reviewedBy: nobodyOr(reviewedByUserId, named),
    reviewedAt: rest.reviewedAt,
    reviewComment: seal.openText(commentPlace(rest.id), reviewCommentSealed),
    createdAt: rest.createdAt,
    createdBy: named(createdByUserId),
    updatedAt: rest.updatedAt,
    updatedBy: nobodyOr(updatedByUserId, named),
    version: rest.version,
  };
}

function findingView(
  { stored, proposed, editedText }: OpenedFinding,
  status: z.input<typeof IntelligenceRunView>['status'],
  named: NamedUsers,
): z.input<typeof FindingView> {
  const { id, decision, decidedByUserId, decidedAt, resultKind, resultId } = stored;
  return {
    ...{ id, kind: proposed.kind, text: proposed.text, data: proposed.data },
    confidence: proposed.confidence,
    citations: proposed.citations.map((citation) => ({ ...citation })),
    // What nobody has decided in time is rejected, whether or not the job has written it down.
    decision: status === 'expired' && decision === 'proposed' ? 'rejected' : decision,
    editedText,
    decidedBy: decidedByUserId === null ? null : named(decidedByUserId),
    decidedAt,
    result: resultKind === null || resultId === null ? null : { kind: resultKind, id: resultId },
  };
}
