import { z } from 'zod';
import { shown } from '../../kernel/shapes.ts';
import { query } from '../ports.ts';
import { knownPacks } from './known-packs.ts';
import { IndustryPackView, packView } from './views.ts';

export const listIndustryPacks = query({
  summary: 'List the industry packs',
  description:
    'A pack has the words of a trade, its types of cases, encounters and entries, its templates, and values to start from. Those that Chancery brings along come first, in the language of the workspace.',
  access: { owner: 'any', admin: 'any', member: 'any' },
  cli: { command: 'governance packs list', columns: ['code', 'name', 'active', 'builtIn'] },
  input: z.strictObject({}),
  output: z.object({
    packs: z.array(IndustryPackView),
    activeCode: z.string().nullable().describe('The pack that the workspace uses; null for none.'),
    count: shown.count(),
    nextCursor: shown.nextCursor(),
  }),

  async run(_, context) {
    const adopted = await context.industryPacks.adopted();
    const activeCode = adopted?.code ?? null;
    const packs = (await knownPacks(context)).map((known) => packView(known, activeCode));
    return { packs, activeCode, count: packs.length, nextCursor: null };
  },
});
