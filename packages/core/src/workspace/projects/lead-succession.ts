import type { WritingContext } from '../../kernel/handler-context.ts';
import { projectMemberChanged } from '../events.ts';
import type { WorkspacePorts } from '../ports.ts';

/** PRJ-4: the heir becomes a lead of each project whose only active lead is this person. */
export async function passLeads(
  userId: string,
  heirUserId: string,
  { projects, now, emit }: Pick<WorkspacePorts, 'projects'> & Pick<WritingContext, 'now' | 'emit'>,
): Promise<void> {
  for (const projectId of await projects.passLeads(userId, heirUserId, now)) {
    emit(projectMemberChanged, { projectId, userId: heirUserId, role: 'lead', version: null });
  }
}
