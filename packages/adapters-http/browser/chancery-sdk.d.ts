export * from '../../sdk/src/index.ts';
