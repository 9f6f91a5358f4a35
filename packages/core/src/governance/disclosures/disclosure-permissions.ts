import { isManager } from '../../kernel/access.ts';
import { permissionsOn } from '../../kernel/thing-permission.ts';
import { type CaseStanding, mayHold, type RecordReader } from '../../records/index.ts';

/** What is known of somebody who acts on disclosures of a case. */
export interface StoodDisclosure {
  readonly reader: RecordReader;
  /** Null for a privacy officer who does not pass the case: they act on what is about it, and read nothing in it. */
  readonly standing: CaseStanding | null;
  readonly authorization?: { readonly createdByUserId: string };
  readonly released?: { readonly preparedByUserId: string };
}

type Standing = 'manager' | 'contributor' | 'lead' | 'privacy officer' | 'requester' | 'preparer' | 'reader';

/** Governance 11. */
const disclosurePermissions = {
  request: ['manager', 'contributor', 'lead', 'privacy officer'],
  decide: ['lead', 'privacy officer'],
  revokeAuthorization: ['requester', 'lead', 'privacy officer'],
  prepare: ['contributor', 'lead', 'privacy officer'],
  approve: ['lead', 'privacy officer'],
  release: ['preparer', 'lead', 'privacy officer'],
} as const satisfies Readonly<Record<string, readonly Standing[]>>;

const perhaps = ['contributor', 'lead', 'privacy officer', 'requester', 'preparer'] as const;

function standingsOf({ reader, standing, authorization, released }: StoodDisclosure): readonly Standing[] {
  const { caseRole = null, grants = [] } = standing ?? {};
  const held = caseRole !== null && mayHold(reader.role, caseRole) ? caseRole : null;
  const contributes = held === 'contributor' || grants.some(({ mayContribute }) => mayContribute);
  return [
    ...(isManager(reader.role) ? (['manager'] as const) : []),
    ...(held === 'lead' ? (['lead'] as const) : []),
    ...(contributes ? (['contributor'] as const) : []),
    ...(reader.duties.includes('privacy_officer') ? (['privacy officer'] as const) : []),
    ...(authorization?.createdByUserId === reader.userId ? (['requester'] as const) : []),
    ...(contributes && released?.preparedByUserId === reader.userId ? (['preparer'] as const) : []),
    'reader',
  ];
}

/** The permission on disclosures of the case that was found: `may: onDisclosure('decide')`. */
export const onDisclosure = permissionsOn('disclosure', disclosurePermissions, {
  ofRoles: {
    owner: { always: ['manager'], perhaps },
    admin: { always: ['manager'], perhaps },
    member: { always: ['reader'], perhaps },
    guest: { always: ['reader'], perhaps: [] },
  },
  standingsOf: (found: StoodDisclosure) => standingsOf(found),
  words: {
    manager: 'is an owner or admin of the workspace',
    contributor: 'is a contributor of the case',
    lead: 'leads the case',
    'privacy officer': 'is a privacy officer',
    requester: 'asked for the authorization',
    preparer: 'prepared the package, and is a contributor of the case',
    reader: 'sees the case',
  },
});
