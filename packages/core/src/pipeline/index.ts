export type { Outcome } from './chancery.ts';
export type { Answers, Asking, AskingOutside } from './composition.ts';
export { type Contexts, contexts, type Repositories } from './contexts.ts';
export { type NamedUseCase, reactions, scheduledTopics, useCases } from './declarations.ts';
export { type Chancery, createChancery } from './facade.ts';
export { operate } from './follow-ups.ts';
export type { AroundJob, JobOutcome } from './job-run.ts';
export type { ChanceryPorts, HostPorts, Services } from './ports.ts';
export type { RateState } from './throttles.ts';
export {
  type AuditAppend,
  StatementAfterCommit,
  type Transaction,
  type TransactionMode,
  type UnitOfWork,
} from './unit-of-work.ts';
export { createWorker, type Worker, type WorkerOptions } from './worker.ts';
