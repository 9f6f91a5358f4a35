export * from './get-member.ts';
export * from './list-integration-members.ts';
export * from './list-members.ts';
export * from './reactivate-member.ts';
export * from './remove-member.ts';
export * from './suspend-member.ts';
export * from './update-member.ts';
