export * from '../../verify/src/index.ts';
