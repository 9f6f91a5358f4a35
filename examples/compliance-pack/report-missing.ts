import type { Chancery, Lifecycle } from '@chancery/sdk';
import type { Pack } from './pack.ts';

type Risk = Lifecycle['risks'][number]['code'];

/** What somebody should do about a document, in the words of this report. A renewal that is under way is not among them. */
const words: Partial<Record<Risk, string>> = {
  missing_type: 'say of which type it is',
  missing_owner: 'name somebody who keeps it in force',
  missing_date: 'state its date',
  missing_identifier: 'state its number',
  unconfirmed_date: 'confirm its date',
  expiring: 'renew it soon',
  expired: 'renew it, it has expired',
  renewal_overdue: 'finish its renewal, which is late',
};

/** Prints what is missing for each type of the pack, and says whether anything is. */
export async function reportMissing(chancery: Chancery, pack: Pack): Promise<boolean> {
  const types = new Map<string, { readonly id: string; readonly documentCount: number }>();
  for await (const type of chancery.lifecycle.listDocumentTypesAll()) types.set(type.key, type);

  let isComplete = true;
  const miss = (what: string) => {
    isComplete = false;
    console.log(what);
  };
  for (const { key, name } of pack.types) {
    const type = types.get(key);
    if (type === undefined) miss(`${name}: set the pack up first`);
    else if (type.documentCount === 0) miss(`${name}: no document yet`);
    // Somebody has looked at it and takes it on until a day that they named.
    else
      for await (const lifecycle of chancery.lifecycle.getLifecycleDashboardAll({ typeId: type.id }))
        for (const { code, acknowledged } of lifecycle.risks)
          if (acknowledged === null && words[code] !== undefined)
            miss(`${name}, ${lifecycle.documentName}: ${words[code]}`);
  }
  if (isComplete) console.log(`Nothing is missing for ${pack.name}.`);
  return !isComplete;
}
