import type { OpenedKey } from '../../kernel/key-vault.ts';
import type { Instant } from '../../kernel/time.ts';
import { isWithin, type LabelMask, noLabels, type Purpose, type RecordEntry } from '../../records/index.ts';
import type { DecidedFinding, ReviewContext } from './decided-finding.ts';
import type { ProposedFinding } from './finding.ts';
import type { IntelligenceRun } from './run.ts';

/** What was made of a finding. */
export interface MadeOfFinding {
  readonly kind: 'follow_up' | 'entry_draft';
  readonly id: string;
}

const longestTitle = 300;
/** For a follow-up that would quote what not everybody may read who sees it. */
const unsaid = { en: 'Look at a finding of the case', de: 'Eine Feststellung zum Fall ansehen' } as const;

/** Makes a follow-up or a text in a draft, if somebody has decided so (GOV-29). */
export async function makeOfFinding(
  { decision, finding }: DecidedFinding,
  { run, purposeOfUse }: { readonly run: IntelligenceRun; readonly purposeOfUse?: Purpose | undefined },
  key: OpenedKey | null,
  context: ReviewContext,
): Promise<MadeOfFinding | null> {
  const text = decision.editedText ?? finding.proposed.text;
  if (!decision.createFollowUp && decision.insertIntoArtifactId === undefined) return null;
  const cited = await citedEntries(finding.proposed, context);
  const mask = cited.reduce((all: LabelMask, { effectiveMask }) => all | effectiveMask, noLabels);
  if (decision.insertIntoArtifactId !== undefined) {
    const asked = {
      artifactId: decision.insertIntoArtifactId,
      caseId: run.caseId,
      purpose: purposeOfUse ?? null,
      ...{ text, mask },
    };
    await context.recordDrafts.append(asked, key, context);
    return { kind: 'entry_draft', id: decision.insertIntoArtifactId };
  }
  const title =
    decision.editedText === undefined && finding.proposed.kind === 'follow_up_candidates'
      ? finding.proposed.data.title
      : text;
  const { followUpId } = await context.recordIntake.openFollowUp(
    {
      caseId: run.caseId,
      ...(await saidOf(title, cited, mask, context)),
      description: null,
      ...(await dueOf(finding.proposed, context)),
      subjectId: null,
      ownerUserId: decision.followUpOwnerUserId ?? context.user.userId,
      isOwnerChosen: decision.followUpOwnerUserId !== undefined,
      createdByUserId: context.user.userId,
      source: { kind: 'intelligence', id: run.id },
    },
    key,
    context,
  );
  return { kind: 'follow_up', id: followUpId };
}

async function citedEntries(
  { citations }: ProposedFinding,
  { recordEntries }: Pick<ReviewContext, 'recordEntries'>,
): Promise<readonly RecordEntry[]> {
  const pinned = await recordEntries.pinned(
    citations.map(({ artifactId, versionNumber }) => ({ artifactId, versionNumber })),
  );
  return pinned.map(({ entry }) => entry);
}

/** A follow-up has the labels of its case and of one entry. It quotes nothing that has others. */
async function saidOf(
  title: string,
  cited: readonly RecordEntry[],
  mask: LabelMask,
  { workspaceIdentity }: Pick<ReviewContext, 'workspaceIdentity'>,
) {
  const carrier = cited.find(({ effectiveMask }) => isWithin(mask, effectiveMask));
  if (carrier !== undefined) return { title: titleOf(title), artifactId: carrier.id };
  const { defaultLocale } = await workspaceIdentity.profile();
  const language = defaultLocale.toLowerCase().startsWith('de') ? 'de' : 'en';
  return { title: unsaid[language], artifactId: cited[0]?.id ?? null };
}

function titleOf(text: string): string {
  const points = [...text.replaceAll(/\s+/g, ' ').trim()];
  return points.length <= longestTitle
    ? points.join('')
    : `${points
        .slice(0, longestTitle - 1)
        .join('')
        .trimEnd()}…`;
}

/** What is due on a day is due at its end, on the clock of the workspace. */
async function dueOf(
  finding: ProposedFinding,
  { workspaceIdentity, timeZones }: Pick<ReviewContext, 'workspaceIdentity' | 'timeZones'>,
): Promise<{ readonly priority: 'medium' | 'high'; readonly dueAt: Instant | null }> {
  if (finding.kind !== 'follow_up_candidates') return { priority: 'medium', dueAt: null };
  const { dueOn, priority } = finding.data;
  if (dueOn === null) return { priority, dueAt: null };
  const { defaultTimeZone } = await workspaceIdentity.profile();
  return { priority, dueAt: timeZones.resolve(`${dueOn}T23:59:00`, defaultTimeZone).instant };
}
