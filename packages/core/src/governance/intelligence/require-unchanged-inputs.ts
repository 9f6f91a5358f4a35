import type { GovernancePorts } from '../ports.ts';
import type { DecidedFinding } from './decided-finding.ts';
import { intelligenceInputChanged } from './errors.ts';

/** Passes if every entry that a kept finding cites still says what it was drawn from: it may only be rejected else (GOV-29). */
export async function requireUnchangedInputs(
  decisions: readonly DecidedFinding[],
  { recordEntries }: Pick<GovernancePorts, 'recordEntries'>,
): Promise<void> {
  const cited = decisions
    .filter(({ decision }) => decision.decision !== 'rejected')
    .flatMap(({ finding }) => finding.proposed.citations);
  if (cited.length === 0) return;
  const numbers = new Map(cited.map(({ artifactId, versionNumber }) => [artifactId, versionNumber]));
  const pinned = await recordEntries.pinned(
    [...numbers].map(([artifactId, versionNumber]) => ({ artifactId, versionNumber })),
    'for share',
  );
  const unchanged = pinned.filter(
    ({ entry, submission }) =>
      entry.status !== 'entered_in_error' && entry.currentVersion === submission.number,
  );
  if (unchanged.length < numbers.size) throw intelligenceInputChanged();
}
