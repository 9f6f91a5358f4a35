import { onlyWhen, permissionsOn } from '../../kernel/thing-permission.ts';
import type { RecordReader } from '../access/record-reader.ts';
import {
  standingsInWorkspace,
  whoRetains,
  wordsOfWorkspaceStandings,
  workspaceStandingsOfRoles,
} from '../access/workspace-standings.ts';

const onRetention = permissionsOn(
  'retention of the case',
  { choose: whoRetains },
  {
    ofRoles: workspaceStandingsOfRoles,
    standingsOf: ({ reader }: { readonly reader: RecordReader }) => standingsInWorkspace(reader),
    words: wordsOfWorkspaceStandings,
  },
);

/** A case follows the policy of its type unless somebody says otherwise who says how long records are kept. */
export const mayChooseRetention = onlyWhen(
  'a retention policy is named',
  (_, { retentionPolicyId }: { readonly retentionPolicyId?: string | undefined }) =>
    retentionPolicyId !== undefined,
  onRetention('choose'),
);
