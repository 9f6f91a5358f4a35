export * from './audit-ledger.ts';
export * from './canonical-json.ts';
export * from './chain.ts';
export * from './ledger-verification.ts';
export * from './merkle-root.ts';
export * from './payload.ts';
