import { contextPorts, type PortsInside, port } from '../kernel/context-ports.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { MemberDirectory, WorkspaceIdentity } from '../workspace/index.ts';
import type { RecordSettingsRepository } from './settings/ports.ts';

export const ports = contextPorts({
  repositories: {
    recordSettings: port<RecordSettingsRepository>(),
  },
  asks: {
    memberDirectory: port<MemberDirectory>(),
    workspaceIdentity: port<WorkspaceIdentity>(),
  },
});
export type GovernancePorts = PortsInside<typeof ports>;

export const { query, command } = useCasesOf(ports);
