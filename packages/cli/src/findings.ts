import { harmless, type Style } from './style.ts';

interface Citation {
  readonly artifactId: string;
  readonly versionNumber: number;
  readonly start: number;
  readonly end: number;
  readonly exact: string;
}
interface Finding {
  readonly id: string;
  readonly kind: string;
  readonly text: string;
  readonly editedText: string | null;
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly confidence: number;
  readonly decision: string;
  readonly citations: readonly Citation[];
  readonly result: { readonly kind: string; readonly id: string } | null;
}
interface Run {
  readonly id: string;
  readonly status: string;
  readonly provider: string;
  readonly model: string;
  readonly droppedFindings: number;
  readonly excludedByLabel: number | null;
  readonly error: { readonly code: string } | null;
  readonly findings: readonly Finding[];
}

/** Whether this is a run that looked for findings. */
export const isRun = (value: unknown): value is Run =>
  typeof value === 'object' && value !== null && 'findings' in value && 'droppedFindings' in value;

/** A run as somebody reads it who has to decide: each finding with the places that it is drawn from. */
export function runText(run: Run, style: Style): string {
  const counted = [
    `${run.findings.length} findings`,
    ...(run.droppedFindings > 0 ? [`${run.droppedFindings} dropped`] : []),
    ...(run.excludedByLabel ? [`${run.excludedByLabel} entries left out for their labels`] : []),
    ...(run.error === null ? [] : [run.error.code]),
  ];
  const head = `${style('bold', run.id)}  ${run.status}, by ${run.provider} ${harmless(run.model)}: ${counted.join(', ')}`;
  return [head, ...run.findings.map((finding) => findingText(finding, style))].join('\n\n');
}

function findingText(finding: Finding, style: Style): string {
  const { id, kind, decision, confidence, data, citations, result } = finding;
  const known = Object.values(data ?? {}).filter(
    (value) => typeof value === 'string' && value !== finding.text,
  );
  const lines = [
    `${style('cyan', kind)}  ${decision}  ${confidence}  ${style('dim', id)}`,
    `  ${harmless(finding.editedText ?? finding.text)}`,
    ...(known.length === 0 ? [] : [`  ${style('dim', harmless(known.join(', ')))}`]),
    ...citations.map(
      ({ artifactId, versionNumber, start, end, exact }) =>
        `  > “${harmless(exact)}” ${style('dim', `entry ${artifactId}, version ${versionNumber}, ${start}–${end}`)}`,
    ),
    ...(result === null ? [] : [`  = ${result.kind} ${result.id}`]),
  ];
  return lines.join('\n');
}
