import { permissionsOn } from '../../kernel/thing-permission.ts';
import { standingsOnCase } from '../cases/seen-case.ts';
import type { SeenEntry } from './seen-entry.ts';

const standings = ['author', 'reviewer', 'contributor', 'lead', 'reader'] as const;
type Standing = (typeof standings)[number];

/** The permission table of entries, where it is not that of their case (records 5.4 and 9). */
const entryPermissions = {
  /** Which of them the review policy of the entry lets, is said by `entry.reviewer_required`. */
  approve: ['reviewer', 'contributor', 'lead'],
  return: ['author', 'reviewer', 'lead'],
  mark: ['author', 'lead'],
  askCoSigner: ['author', 'lead'],
} as const satisfies Readonly<Record<string, readonly Standing[]>>;

export const standingsOnEntry = (
  { entry, reader, standing }: SeenEntry,
  userId: string,
): readonly Standing[] => {
  const onCase = standingsOnCase({ reader, standing }).filter((each) =>
    (standings as readonly string[]).includes(each),
  ) as readonly Standing[];
  return entry.authorUserId === userId ? [...onCase, 'author'] : onCase;
};

const onCaseAsMember = ['author', 'reviewer', 'contributor', 'lead'] as const;

/** The permission on the entry that was found: `may: onEntry('approve')`. */
export const onEntry = permissionsOn('entry', entryPermissions, {
  ofRoles: {
    owner: { always: ['reader'], perhaps: onCaseAsMember },
    admin: { always: ['reader'], perhaps: onCaseAsMember },
    member: { always: ['reader'], perhaps: onCaseAsMember },
    guest: { always: ['reader'], perhaps: ['reviewer'] },
  },
  standingsOf: (found: SeenEntry, _input: unknown, { user }) => standingsOnEntry(found, user.userId),
  words: {
    author: 'is the author of the entry',
    reviewer: 'is a reviewer of the case',
    contributor: 'is a contributor of the case',
    lead: 'leads the case',
    reader: 'sees the entry',
  },
});
