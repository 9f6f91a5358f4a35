import { governance } from '@chancery/core';
import { z } from 'zod';

const citation = z.strictObject({ entry: z.string(), exact: z.string() });
const common = { text: z.string(), confidence: z.number(), citations: z.array(citation) };
const shapes = {
  summary: z.strictObject({ kind: z.literal('summary'), ...common }),
  timeline: z.strictObject({
    kind: z.literal('timeline'),
    date: z.string(),
    precision: z.enum(governance.datePrecisions),
    ...common,
  }),
  follow_up_candidates: z.strictObject({
    kind: z.literal('follow_up_candidates'),
    title: z.string(),
    dueOn: z.string().nullable(),
    priority: z.enum(governance.followUpPriorities),
    ...common,
  }),
  inconsistencies: z.strictObject({
    kind: z.literal('inconsistencies'),
    rule: z.enum(governance.inconsistencyRules),
    severity: z.enum(governance.severities),
    ...common,
  }),
} as const;

const finding = z.discriminatedUnion('kind', [
  shapes.summary,
  shapes.timeline,
  shapes.follow_up_candidates,
  shapes.inconsistencies,
]);
export const answerShape = z.object({ findings: z.array(finding).max(1000) });

/** The `response_format` that asks for an answer of this shape and no other. */
export const answerFormat = (kinds: readonly governance.FindingKind[]) => ({
  type: 'json_schema',
  json_schema: {
    name: 'findings',
    strict: true,
    schema: z.toJSONSchema(z.strictObject({ findings: z.array(z.union(kinds.map((kind) => shapes[kind]))) })),
  },
});

/**
 * The findings of an answer, with the places where the quotations stand: a model counts badly, so it quotes, and the first
 * place where the words stand is looked up. A quotation that stands nowhere is cited where nothing can be, and fails the check.
 */
export const findingsOf = (
  { findings }: z.output<typeof answerShape>,
  kinds: readonly governance.FindingKind[],
  versions: ReadonlyMap<string, governance.ReadVersion>,
): readonly governance.ProposedFinding[] =>
  findings
    .filter(({ kind }) => kinds.includes(kind))
    .map((each) => {
      const { text, confidence } = each;
      const citations = each.citations.map((one) => placed(one, versions));
      return { text, confidence, citations, ...dataOf(each) };
    });

type Answered = z.output<typeof finding>;
type Data = Pick<governance.ProposedFinding, 'kind' | 'data'>;
/** A kind with the data that belongs to it, as each finding has it. */
type KindAndData = governance.ProposedFinding extends infer F
  ? F extends governance.ProposedFinding
    ? Pick<F, keyof Data>
    : never
  : never;

function dataOf(answered: Answered): KindAndData {
  switch (answered.kind) {
    case 'summary':
      return { kind: 'summary', data: null };
    case 'timeline':
      return { kind: 'timeline', data: { date: answered.date, precision: answered.precision } };
    case 'follow_up_candidates':
      return {
        kind: 'follow_up_candidates',
        data: { title: answered.title, dueOn: answered.dueOn, priority: answered.priority },
      };
    case 'inconsistencies':
      return { kind: 'inconsistencies', data: { rule: answered.rule, severity: answered.severity } };
  }
}

function placed(
  { entry, exact }: z.output<typeof citation>,
  versions: ReadonlyMap<string, governance.ReadVersion>,
): governance.Citation {
  const version = versions.get(entry);
  const at = version === undefined || exact === '' ? -1 : version.text.indexOf(exact);
  const start = at < 0 ? 0 : lengthOf(version?.text.slice(0, at) ?? '');
  const end = at < 0 ? 0 : start + lengthOf(exact);
  return {
    artifactId: version?.artifactId ?? entry,
    versionNumber: version?.versionNumber ?? 0,
    start,
    end,
    exact,
  };
}

/** In code points. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}
