import { z } from 'zod';
import { requireSoundSections } from '../../records/index.ts';
import { command } from '../ports.ts';
import { industryPackCodeTaken, industryPackLimit } from './errors.ts';
import { packCreated } from './events.ts';
import { knownPacks } from './known-packs.ts';
import { newPack, newPackInput } from './new-pack.ts';
import { mostOwnPacks } from './pack.ts';
import { IndustryPackView, packView } from './views.ts';

export const createIndustryPack = command({
  summary: 'Make an industry pack of your own',
  description:
    'What you leave out is that of the pack that it extends, as it is now. A pack never changes; nothing of it is in use until it is adopted.',
  access: { owner: 'any', admin: 'any' },
  feature: 'professional_records',
  cli: { command: 'governance packs create', example: { code: 'our_practice', name: 'Our practice' } },
  input: newPackInput,
  output: z.object({ pack: IndustryPackView }),
  errors: [industryPackCodeTaken, industryPackLimit],

  async run(given, context) {
    const { industryPacks, user, now, emit } = context;
    await industryPacks.lock();
    const known = await knownPacks(context);
    if (known.some(({ pack }) => pack.code === given.code)) throw industryPackCodeTaken();
    if (known.filter(({ builtIn }) => !builtIn).length >= mostOwnPacks) throw industryPackLimit();
    const pack = newPack(given, known);
    pack.templates.forEach((template, at) => {
      requireSoundSections(template.sections, `/templates/${at}`);
    });
    await industryPacks.add({ pack, createdByUserId: user.userId, createdAt: now });
    emit(packCreated, { code: pack.code });
    return { pack: packView({ pack, builtIn: false }, null) };
  },
});
