import type { WorkspaceAccess } from '../identity/index.ts';
import { offer } from '../kernel/context-ports.ts';
import { statusAt } from './invitations/invitation.ts';
import { joinWorkspace } from './invitations/joining.ts';
import { type JobControl, jobControl } from './jobs/job-control.ts';
import { leaveAll, obstaclesToLeaving } from './leaving.ts';
import type { MemberDirectory, WorkspaceIdentity } from './member-directory.ts';
import { foundWorkspace } from './new-workspace.ts';
import { loseOwner } from './owner-loss.ts';
import { ports } from './ports.ts';
import { type ProjectReader, projectReader } from './projects/project-reader.ts';
import type { SecondPersonRule } from './second-person/ports.ts';
import { secondPersonRule } from './second-person/second-person-rule.ts';

/** The ports that this context implements for others. */
export const offers = {
  memberDirectory: offer(ports, (own): MemberDirectory => own().memberDirectory),
  workspaceIdentity: offer(ports, (own): WorkspaceIdentity => own().workspaceIdentity),
  jobControl: offer(ports, (own): JobControl => jobControl(own)),
  secondPersonRule: offer(ports, (own): SecondPersonRule => secondPersonRule(own())),
  projectReader: offer(ports, (own): ProjectReader => projectReader(own())),
  workspaceAccess: offer(
    ports,
    (own): WorkspaceAccess => ({
      found: foundWorkspace(own),
      join: joinWorkspace(own),
      async invitation(tokenHash, now) {
        const found = await own().invitations.ofToken(tokenHash);
        return found === null || found.replaced || statusAt(found, now) !== 'pending' ? null : found;
      },
      membershipIn: (userId, workspaceId) => own().personMemberships.membershipIn(userId, workspaceId),
      obstacles: obstaclesToLeaving(own),
      leaveAll: leaveAll(own),
      loseOwner: loseOwner(own),
      abandonOwn: (userId, workspaceId, at) => own().personMemberships.abandonOwn(userId, workspaceId, at),
      ofPerson: (userId) => own().personMemberships.ofPerson(userId),
      leftBy: (userId) => own().personMemberships.leftBy(userId),
      used: (userId, workspaceId, at) => own().personMemberships.used(userId, workspaceId, at),
    }),
  ),
};
