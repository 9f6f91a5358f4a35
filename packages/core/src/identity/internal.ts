export * as firstOwner from './first-owner.ts';
export * from './index.ts';
export * as keyRoot from './key-root.ts';
export * as operator from './operator-steps.ts';
export * as rootSteps from './root-steps.ts';
export { SessionUse } from './session-use.ts';
export { keysDue, needsSuccessor } from './signing-key.ts';
