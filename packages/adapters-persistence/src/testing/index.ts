export * from './databases.ts';
export * from './doubles.ts';
export * from './world.ts';
export * from './both-databases.ts';
