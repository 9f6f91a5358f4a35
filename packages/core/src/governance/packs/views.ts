import { z } from 'zod';
import {
  confidentialities,
  coSignerRoles,
  coSignPolicies,
  labels,
  packTerms,
  reviewPolicies,
  SectionDefinitionView,
} from '../../records/index.ts';
import { retentionActions, retentionTriggers } from '../retention/retention-clock.ts';
import type { KnownPack } from './known-packs.ts';
import type { IndustryPack } from './pack.ts';

const TypeView = z
  .object({
    code: z.string().describe('The type as programs say it.'),
    label: z.string().describe('The type as people read it.'),
    defaultConfidentiality: z
      .enum(confidentialities)
      .describe('The highest label that a new one begins with.'),
  })
  .meta({ id: 'PackType', description: 'A kind of case, encounter or entry.' });

const TemplateView = z
  .object({
    code: z.string().describe('The name of the template for programs.'),
    name: z.string().describe('What people call it.'),
    entryType: z.string().describe('The type of its entries.'),
    description: z.string().nullable().describe('When it is used; null for nothing.'),
    caseTypes: z.array(z.string()).describe('The types of cases that it is for; empty for all.'),
    reviewPolicy: z.enum(reviewPolicies).describe('Who approves its entries.'),
    coSignPolicy: z.enum(coSignPolicies).describe('Whether a second person signs too.'),
    coSignerCaseRole: z.enum(coSignerRoles).describe('Who signs too if nobody is named.'),
    defaultConfidentiality: z.enum(confidentialities).describe('The highest label of its new entries.'),
    defaultAdditionalLabels: z.array(z.enum(labels)).describe('Their other labels.'),
    retentionPolicyCode: z
      .string()
      .nullable()
      .describe('The policy of retention that it is meant for; null for none.'),
    sections: z.array(SectionDefinitionView).describe('What an entry consists of, in this order.'),
  })
  .meta({ id: 'PackTemplate', description: 'A template that a pack brings.' });

const RetentionDefaultView = z
  .object({
    code: z.string().describe('The code of the policy.'),
    name: z.string().describe('What people call it.'),
    trigger: z.enum(retentionTriggers).describe('What the period is counted from.'),
    period: z.string().nullable().describe('How long, such as P7Y; null for ever.'),
    action: z.enum(retentionActions).describe('What happens at the end.'),
    legalBasis: z.string().describe('Why it is kept so long.'),
    jurisdiction: z.string().nullable().describe('Whose law holds; null if it does not matter.'),
    fixedDate: z.string().nullable().describe('The day of a fixed date; null for every other.'),
    minor: z
      .object({
        majorityAge: z.int().describe('At which age somebody is of age.'),
        untilAge: z.int().describe('Until which age records of minors are kept.'),
      })
      .nullable()
      .describe('What holds for minors; null for nothing of its own.'),
    includeSubject: z.boolean().describe('Whether the subject goes with its last case.'),
    caseTypes: z.array(z.string()).describe('Which types of cases it is meant for.'),
  })
  .meta({ id: 'PackRetentionDefault', description: 'A policy of retention that a pack begins with.' });

const WorkflowView = z
  .object({
    reviewPolicy: z.enum(reviewPolicies).describe('Who approves an entry that has no template.'),
    coSignPolicy: z.enum(coSignPolicies).describe('Whether a second person signs such an entry too.'),
    lateEntryHours: z.int().describe('After how many hours an entry is late.'),
    signatureDueHours: z.int().describe('Within how many hours an entry is to be signed.'),
    amendmentDays: z.int().describe('Within how many days an amendment is decided.'),
    breakGlassMinutes: z.int().describe('How long break-glass lasts.'),
  })
  .meta({ id: 'PackWorkflow', description: 'How records are reviewed, and within which times.' });

const words = z.object({
  one: z.string().describe('The word for one.'),
  other: z.string().describe('The word for several.'),
});
const TermsView = z
  .object(
    // Each term is a key of this object.
    Object.fromEntries(
      packTerms.map((term) => [term, words.optional().describe(`The word for ${term.replace('_', '-')}.`)]),
    ) as Record<(typeof packTerms)[number], z.ZodOptional<typeof words>>,
  )
  .describe('The words of one language.');

export const IndustryPackView = z
  .object({
    code: z.string().describe('The name of the pack for programs.'),
    name: z.string().describe('What people call it.'),
    builtIn: z.boolean().describe('Whether Chancery brings it along.'),
    active: z.boolean().describe('Whether the workspace uses it.'),
    extends: z.string().nullable().describe('The pack whose values filled what was left out; null for none.'),
    terminology: z.record(z.string(), TermsView).describe('The words of the trade, by language.'),
    caseTypes: z.array(TypeView).describe('The kinds of cases.'),
    encounterTypes: z.array(TypeView).describe('The kinds of encounters.'),
    entryTypes: z.array(TypeView).describe('The kinds of entries.'),
    templates: z.array(TemplateView).describe('The templates that it brings.'),
    retentionDefaults: z
      .array(RetentionDefaultView)
      .describe('The policies of retention that it begins with, to be checked by you.'),
    workflow: WorkflowView,
    redisclosureNotices: z
      .array(
        z.object({
          label: z.string().describe('The label of the records that it travels with.'),
          code: z.string().describe('A name for programs.'),
          text: z.string().describe('What recipients read.'),
        }),
      )
      .describe('Texts that travel with labelled records.'),
    portalTerms: z.string().describe('What recipients of packages agree to.'),
  })
  .meta({ id: 'IndustryPack', description: 'The words, types, templates and starting values of one trade.' });

type Shown = z.input<typeof IndustryPackView>;

export function packView({ pack, builtIn }: KnownPack, activeCode: string | null): Shown {
  return {
    ...{ code: pack.code, name: pack.name, builtIn, active: pack.code === activeCode, extends: pack.extends },
    terminology: Object.fromEntries(
      Object.entries(pack.terminology).map(([language, terms]) => [language, { ...terms }]),
    ),
    caseTypes: pack.caseTypes.map((type) => ({ ...type })),
    encounterTypes: pack.encounterTypes.map((type) => ({ ...type })),
    entryTypes: pack.entryTypes.map((type) => ({ ...type })),
    templates: pack.templates.map((template) => templateView(template, pack)),
    retentionDefaults: pack.retentionDefaults.map((each) => ({ ...each, caseTypes: [...each.caseTypes] })),
    workflow: { ...pack.workflow },
    redisclosureNotices: pack.redisclosureNotices.map((notice) => ({ ...notice })),
    portalTerms: pack.portalTerms,
  };
}

const templateView = (
  template: IndustryPack['templates'][number],
  { workflow }: IndustryPack,
): Shown['templates'][number] => ({
  ...template,
  reviewPolicy: template.reviewPolicy ?? workflow.reviewPolicy,
});
