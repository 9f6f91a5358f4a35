export * from './events.ts';
export * from './found-workspace.ts';
export * from './member.ts';
export type * from './ports.ts';
export * from './project.ts';
export * from './workspace.ts';
