import type { RecordPacks } from '../../records/index.ts';
import type { GovernancePorts } from '../ports.ts';
import { builtInPacks, packLanguageOf } from './built-in/index.ts';
import type { IndustryPack } from './pack.ts';

type Asking = Pick<GovernancePorts, 'industryPacks' | 'workspaceIdentity'>;

export interface KnownPack {
  readonly pack: IndustryPack;
  readonly builtIn: boolean;
}

/** Those that Chancery brings along, in the language of the workspace. */
export async function builtInPacksOf({
  workspaceIdentity,
}: Pick<Asking, 'workspaceIdentity'>): Promise<readonly IndustryPack[]> {
  const { defaultLocale } = await workspaceIdentity.profile();
  return builtInPacks(packLanguageOf(defaultLocale));
}

/** All packs that the workspace can adopt, those of Chancery first, each by its code. */
export async function knownPacks(context: Asking): Promise<readonly KnownPack[]> {
  const [brought, own] = await Promise.all([builtInPacksOf(context), context.industryPacks.list()]);
  return [
    ...brought.map((pack) => ({ pack, builtIn: true })),
    ...own.map(({ pack }) => ({ pack, builtIn: false })),
  ];
}

/** The pack that the workspace has adopted; null if it has adopted none. */
export async function packOf(context: Asking): Promise<IndustryPack | null> {
  const adopted = await context.industryPacks.adopted();
  if (adopted === null) return null;
  if (adopted.own !== null) return adopted.own.pack;
  const brought = await builtInPacksOf(context);
  return brought.find(({ code }) => code === adopted.code) ?? null;
}

/** What records ask of the pack in use. */
export const recordPacks = (own: () => Asking): RecordPacks => ({ current: () => packOf(own()) });
