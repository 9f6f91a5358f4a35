export { exitCodeOf, exitCodes, UsageError } from './exit-codes.ts';
export type { HostCommand } from './host-commands.ts';
export { createProgram, type ProgramParts } from './program.ts';
export { run } from './run.ts';
export type { GlobalOptions, Output, Surroundings } from './surroundings.ts';
