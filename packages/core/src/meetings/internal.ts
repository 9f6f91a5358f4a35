export * from './index.ts';
export { patienceSeconds } from './room/admission.ts';
