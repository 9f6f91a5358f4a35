export * from './both-databases.ts';
export * from './databases.ts';
export * from './doubles.ts';
export * from './world.ts';
