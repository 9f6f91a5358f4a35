import { z } from 'zod';
import { event } from '../../kernel/events.ts';

const about = { code: z.string() };
const ofPack = {
  target: ({ code }: z.output<z.ZodObject<typeof about>>) => ({ kind: 'industry_pack', id: code }),
  facts: ({ code }: z.output<z.ZodObject<typeof about>>) => ({ code }),
};

export const packCreated = event('pack.created', z.strictObject(about), ofPack);
export const packAdopted = event('pack.adopted', z.strictObject(about), ofPack);
