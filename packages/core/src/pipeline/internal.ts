export { answers } from './composition.ts';
export { hostPortNames } from './ports.ts';
