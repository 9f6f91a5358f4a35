import { type Chancery, identity, operate, workspace } from '@chancery/core';

/** Passes if the workspace exists and is not closed; otherwise throws `workspace.not_found`. */
export async function requireWorkspace({ ports }: Chancery, workspaceId: string): Promise<void> {
  const exists = ({ closures }: workspace.WorkspacePorts) => closures.exists();
  if (await operate(ports, workspace.ports, workspaceId, exists, 'identity')) return;
  throw identity.workspaceNotFound({ message: 'There is no such workspace.' });
}
