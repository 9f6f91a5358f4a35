import { permissionsOn, type StandingsOfRoles } from '../../kernel/thing-permission.ts';
import type { RecordReader } from '../access/record-reader.ts';
import {
  workspaceStandingsOfRoles as ofRoles,
  standingsInWorkspace,
  type WorkspaceStanding,
  wordsOfWorkspaceStandings,
} from '../access/workspace-standings.ts';

type Standing = WorkspaceStanding | 'lead';

const verifiers = ['owner', 'admin', 'privacy officer', 'auditor'] as const;

/** Records 9 and governance 11: who may find out whether the ledger, and what it is about, is whole. */
const permissions = {
  verify: verifiers,
  /** Whoever leads a case proves what was done in it. */
  prove: [...verifiers, 'lead'],
} as const satisfies Readonly<Record<string, readonly Standing[]>>;

interface Asked {
  readonly reader: RecordReader;
  /** Whether the event belongs to a case that the caller leads. */
  readonly leads?: boolean;
}

const orLead = ({ always, perhaps }: StandingsOfRoles<WorkspaceStanding>['member']) => ({
  always,
  perhaps: [...perhaps, 'lead' as const],
});

/** The permission on the ledger of the workspace: `may: onLedger('verify')`. */
export const onLedger = permissionsOn('audit ledger', permissions, {
  ofRoles: {
    owner: orLead(ofRoles.owner),
    admin: orLead(ofRoles.admin),
    member: orLead(ofRoles.member),
    guest: ofRoles.guest,
  } satisfies StandingsOfRoles<Standing>,
  standingsOf: ({ reader, leads = false }: Asked): readonly Standing[] => [
    ...standingsInWorkspace(reader),
    ...(leads ? (['lead'] as const) : []),
  ],
  words: { ...wordsOfWorkspaceStandings, lead: 'leads the case that the event belongs to' },
});
