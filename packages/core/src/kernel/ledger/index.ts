/** The formats of the ledger are those of `@chancery/verify`, which strangers check it with; here they are only used. */
export {
  type AuditActorKind,
  type AuditOutcome,
  type AuditPayload,
  bytesOfHex,
  canonicalJson,
  type LedgerHead,
  type LedgerRow,
  parseStrictJson,
  projectionOf,
} from '@chancery/verify';
export * from './audit-ledger.ts';
export * from './chain.ts';
export { assertFacts, FactRefused } from './facts.ts';
export { encodePayload } from './payload.ts';
