export { answers } from './composition.ts';
export { hostPortNames, outsidePortNames } from './ports.ts';
