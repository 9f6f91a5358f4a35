import { z } from 'zod';
import { event } from '../../kernel/events.ts';
import { duties, labels } from '../../records/index.ts';

const about = { userId: z.string() };
const ofMember = {
  target: ({ userId }: { readonly userId: string }) => ({ kind: 'member_access', id: userId }),
};
const asked = { clearances: z.array(z.enum(labels)), duties: z.array(z.enum(duties)) };

/** Somebody who is alone has asked for a change of their own access; nothing has changed yet (SPR-10). */
export const accessChangeRequested = event(
  'access.change_requested',
  z.strictObject({ ...about, ...asked, reason: z.string() }),
  {
    ...ofMember,
    facts: ({ clearances, duties: wanted }) => ({
      clearances: [...clearances].sort(),
      duties: [...wanted].sort(),
    }),
    detail: ({ reason }) => ({ reason }),
  },
);

const decided = { singlePerson: z.boolean(), singlePersonReason: z.string().nullable(), reason: z.string() };
interface Reasons {
  readonly reason: string;
  readonly singlePersonReason: string | null;
}
const detailOf = ({ reason, singlePersonReason }: Reasons) => ({ reason, singlePersonReason });

export const clearanceChanged = event(
  'access.clearance_changed',
  z.strictObject({
    ...about,
    added: z.array(z.enum(labels)),
    removed: z.array(z.enum(labels)),
    ...decided,
  }),
  {
    ...ofMember,
    facts: ({ added, removed, singlePerson }) => ({
      added: [...added].sort(),
      removed: [...removed].sort(),
      singlePerson,
    }),
    detail: detailOf,
  },
);
export const dutiesChanged = event(
  'access.duties_changed',
  z.strictObject({
    ...about,
    added: z.array(z.enum(duties)),
    removed: z.array(z.enum(duties)),
    ...decided,
  }),
  {
    ...ofMember,
    facts: ({ added, removed, singlePerson }) => ({
      added: [...added].sort(),
      removed: [...removed].sort(),
      singlePerson,
    }),
    detail: detailOf,
  },
);
