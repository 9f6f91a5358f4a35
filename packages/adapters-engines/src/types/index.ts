export * from './bytes-type-detector.ts';
