import type { DocumentLibrary } from '../documents/index.ts';
import { contextPorts, type PortsInside, port } from '../kernel/context-ports.ts';
import type { PreparingContext } from '../kernel/handler-context.ts';
import type { ReactingContext } from '../kernel/reacting-context.ts';
import { useCasesOf } from '../kernel/use-case.ts';
import type { RecordSubjects } from '../records/index.ts';
import type { SignatureImages } from '../signing/index.ts';
import type { MemberDirectory, WorkspaceIdentity } from '../workspace/index.ts';
import type { ConsentRepository, ConsentSweep } from './consents/ports.ts';
import type { RecordSettingsRepository } from './settings/ports.ts';

export const ports = contextPorts({
  repositories: {
    recordSettings: port<RecordSettingsRepository>(),
    consents: port<ConsentRepository>(),
    consentSweep: port<ConsentSweep>(),
  },
  asks: {
    documentLibrary: port<DocumentLibrary>(),
    memberDirectory: port<MemberDirectory>(),
    recordSubjects: port<RecordSubjects>(),
    workspaceIdentity: port<WorkspaceIdentity>(),
  },
  outside: {
    signatureImages: port<SignatureImages>(),
  },
});
export type GovernancePorts = PortsInside<typeof ports>;
export type GovernancePreparing = PreparingContext<typeof ports>;
export type GovernanceReacting = ReactingContext<typeof ports>;

export const { query, command, action, reaction, scheduled, denied } = useCasesOf(ports);
