import type { UnitOfWork } from '@chancery/core';
import { noteFault } from './faults.ts';

const personalFields = /^(displayName|firstName|lastName|name|email|phone|title|city|street|typedSignature)$/;
/** Words that people were called in the calls of this process, and that no enumeration has: they begin with a capital letter. */
const personalWords = new Set<string>();

/** Remembers what callers give as names, addresses and titles. */
export function noteGiven(input: unknown, depth = 0): void {
  if (typeof input !== 'object' || input === null || depth > 6) return;
  for (const [field, value] of Object.entries(input)) {
    if (typeof value === 'string' && personalFields.test(field) && /^[A-Z][^\s]{2,}$/.test(value))
      personalWords.add(value);
    else noteGiven(value, depth + 1);
  }
}

/** The same unit of work; a line of the ledger with such a word among its facts is a fault (REC-75). */
export function watchingFacts(units: UnitOfWork): UnitOfWork {
  return {
    run: (mode, role, work, holder, mayBeOld) =>
      units.run(
        mode,
        role,
        (transaction) => {
          const append = transaction.appendAudit.bind(transaction);
          transaction.appendAudit = (ledgerId, events) => {
            for (const { payload } of events) lookAt(Buffer.from(payload).toString());
            return append(ledgerId, events);
          };
          return work(transaction);
        },
        holder,
        mayBeOld,
      ),
  };
}

function lookAt(payload: string): void {
  const { action, facts } = JSON.parse(payload) as { readonly action: string; readonly facts: unknown };
  for (const word of wordsOf(facts))
    if (personalWords.has(word))
      noteFault(`${action} puts what somebody gave into the chain (REC-75): ${word}`);
}

function wordsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsOf) : [];
}
