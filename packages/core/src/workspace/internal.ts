export * as operator from './closure/operator-steps.ts';
export * from './index.ts';
export { acknowledged, jobStatuses, replayed } from './jobs/job.ts';
export { suspended } from './member.ts';
export { adoptTimeZones } from './time-zones/time-zone-release.ts';
export { initialSettings, newWorkspaceId } from './workspace.ts';
