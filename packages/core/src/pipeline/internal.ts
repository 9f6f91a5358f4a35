export { answers } from './composition.ts';
export { refusalsOf } from './declared-refusals.ts';
export { hostPortNames, outsidePortNames } from './ports.ts';
