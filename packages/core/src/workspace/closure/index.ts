export * from './close-workspace.ts';
export * from './closure-participant.ts';
export * from './closure-participation.ts';
export * from './finalise-closure.ts';
export * from './mail-workspace-closing.ts';
export * as operator from './operator-steps.ts';
export * from './purge-abandoned.ts';
export * from './reopen-workspace.ts';
export * from './start-closing.ts';
