export * from './candidates.ts';
export * from './eligible-managers.ts';
export * from './get-second-person.ts';
export * from './mail-second-person.ts';
export * from './own-access.ts';
export type * from './ports.ts';
export * from './second-person.ts';
export * from './second-person-rule.ts';
export * from './watch-second-person.ts';
