export * from './doubles.ts';
export * from './world.ts';
