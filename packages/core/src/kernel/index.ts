export * from './crypto.ts';
export * from './errors.ts';
export * from './machine.ts';
export * from './ports.ts';
export * from './time.ts';
