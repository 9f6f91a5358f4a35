import { z } from 'zod';
import { templateLimit } from '../../records/index.ts';
import { command } from '../ports.ts';
import { addDraftPolicies } from './draft-policies.ts';
import { industryPackAlreadyActive, industryPackNotFound } from './errors.ts';
import { packAdopted } from './events.ts';
import { knownPacks } from './known-packs.ts';
import { packCode } from './pack-fields.ts';
import { IndustryPackView, packView } from './views.ts';

const Made = z.object({
  id: z.string().describe('The id.'),
  code: z.string().describe('The code, which has that of the pack behind it where the code was taken.'),
});

export const adoptIndustryPack = command({
  summary: 'Use an industry pack',
  description:
    'Its words, types and times hold from now on instead of those of the pack that was used before; its templates are added, and its policies of retention as drafts. No record changes, and what another pack has brought stays.',
  access: { owner: 'any', admin: 'any' },
  feature: 'professional_records',
  cli: { command: 'governance packs adopt' },
  input: z.strictObject({ code: packCode() }),
  output: z.object({
    pack: IndustryPackView,
    created: z
      .object({
        templates: z.array(Made).describe('The templates that were added.'),
        retentionPolicies: z.array(Made).describe('The policies that were added as drafts.'),
        caseTypes: z
          .array(z.string())
          .describe('The types of cases that the pack in use before did not have.'),
      })
      .describe('What is new.'),
  }),
  errors: [industryPackNotFound, industryPackAlreadyActive, templateLimit],

  async run({ code }, context) {
    const { industryPacks, templateSeeding, user, now, emit } = context;
    await industryPacks.lock();
    const packs = await knownPacks(context);
    const wanted = packs.find(({ pack }) => pack.code === code);
    if (wanted === undefined) throw industryPackNotFound();
    const before = await industryPacks.adopted();
    if (before?.code === code) throw industryPackAlreadyActive();

    const { pack } = wanted;
    const former = packs.find((known) => known.pack.code === before?.code)?.pack.caseTypes ?? [];
    const templates = await templateSeeding.seed(
      { packCode: code, templates: pack.templates, workflow: pack.workflow },
      context,
    );
    const policies = await addDraftPolicies(pack, context);
    await industryPacks.adopt(code, user.userId, now);
    emit(packAdopted, { code });
    const caseTypes = pack.caseTypes.map((type) => type.code);
    return {
      pack: packView(wanted, code),
      created: {
        templates: templates.map((template) => ({ id: template.id, code: template.code })),
        retentionPolicies: policies.map((policy) => ({ id: policy.id, code: policy.code })),
        caseTypes: caseTypes.filter((type) => !former.some((known) => known.code === type)),
      },
    };
  },
});
