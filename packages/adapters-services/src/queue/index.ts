export * from './in-process-queue.ts';
export * from './rabbit-queue.ts';
export { deleteRabbitTopology } from './rabbit-topology.ts';
