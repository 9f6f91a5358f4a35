import type { governance } from '@chancery/core';

type Asked = governance.IntelligenceAsked;

/** Answers what a test puts down, or else sums an entry up by its title; records all that it gets. */
export class PlainIntelligence implements governance.IntelligenceProvider {
  readonly model: string;
  readonly isExternal: boolean;
  readonly asked: Asked[] = [];
  /** What it answers; null for the titles. */
  answer: ((asked: Asked) => readonly governance.ProposedFinding[]) | null = null;
  /** What it fails with; null while it answers. */
  failure: Error | null = null;

  constructor(model: string, isExternal: boolean) {
    this.model = model;
    this.isExternal = isExternal;
  }

  async run(asked: Asked): Promise<readonly governance.ProposedFinding[]> {
    this.asked.push(asked);
    if (this.failure !== null) throw this.failure;
    return this.answer === null
      ? asked.versions.map((version) => quoting(version, titleOf(version)))
      : this.answer(asked);
  }
}

const titleOf = ({ text }: governance.ReadVersion): string => text.slice(0, text.indexOf('\n'));

/** A summary that quotes these words of a version. */
export function quoting(
  { artifactId, versionNumber, text }: governance.ReadVersion,
  exact: string,
): governance.ProposedFinding & { readonly kind: 'summary' } {
  const start = [...text.slice(0, Math.max(0, text.indexOf(exact)))].length;
  const place = { artifactId, versionNumber, start, end: start + [...exact].length, exact };
  return { kind: 'summary', text: exact, data: null, confidence: 0.5, citations: [place] };
}

/** Something to do that quotes these words. */
export const proposing = (
  version: governance.ReadVersion,
  exact: string,
  dueOn: string | null = null,
): governance.ProposedFinding => ({
  ...quoting(version, exact),
  kind: 'follow_up_candidates',
  data: { title: exact, dueOn, priority: 'high' },
});

export interface PlainIntelligences extends governance.IntelligenceProviders {
  readonly local: PlainIntelligence;
  readonly external: PlainIntelligence;
}
export const plainIntelligences = (): PlainIntelligences => ({
  local: new PlainIntelligence('plain-rules', false),
  external: new PlainIntelligence('plain-model', true),
});
