import { isFailure } from '../../kernel/errors.ts';
import type { ComparedRow } from '../search/ports.ts';
import { openedText, readTexts, storableText } from '../search/read-texts.ts';
import { caseSeals } from './case-seals.ts';
import type { IntegrityFault } from './check.ts';
import type { PartOf, Performing } from './part.ts';

const [casesAtOnce, textsAtOnce] = [20, 20];

/**
 * Compares the index with the records: that each has its row, and every row its record; labels, state and time; and the words,
 * of what is sealed after it was opened. A row that a job is still to write is not compared.
 */
export const checkSearch: PartOf = async ({ caseId }, after, performing) => {
  const { cases, rows } = await performing.transact(async ({ recordSearch }) => {
    const ids = caseId === null ? await recordSearch.cases(after, casesAtOnce) : [caseId];
    return { cases: ids, rows: await recordSearch.compared(ids) };
  });
  const faults = rows.flatMap(({ id, code }) => (code === null ? [] : [faultOf(id, code)]));
  const sealed = rows.filter(({ code, isSealed }) => code === null && isSealed);
  const waiting = sealed.filter(({ isFresh }) => !isFresh);
  const opened = sealed.filter(({ isFresh }) => isFresh);
  let unopened = 0;
  for (let at = 0; at < opened.length; at += textsAtOnce) {
    const compared = await staleTexts(opened.slice(at, at + textsAtOnce), performing);
    unopened += compared.unopened;
    faults.push(...compared.stale.map((id) => faultOf(id, 'stale')));
  }
  const unchecked = waiting.length + unopened;
  return {
    after: caseId !== null || cases.length < casesAtOnce ? null : (cases.at(-1) ?? null),
    checked: { searchRows: rows.length - unchecked },
    unchecked: { searchRows: unchecked },
    faults,
  };
};

const faultOf = (id: string, code: string): IntegrityFault => ({ kind: 'search_row', id, code });

/** Of these rows, those whose words are not what their records say. */
async function staleTexts(
  rows: readonly ComparedRow[],
  performing: Performing,
): Promise<{ readonly stale: readonly string[]; readonly unopened: number }> {
  const { records, texts } = await performing.transact(async (work) => {
    const found = await work.recordSearch.sealed(rows);
    const wanted = found.map(({ sealed, caseId }) => ({ caseId, sealed }));
    return { records: found, texts: await readTexts(wanted, work) };
  });
  const seals = await caseSeals(
    records.map(({ caseId }) => caseId),
    performing,
  );
  const indexed = records.flatMap(({ kind, id, version, caseId, sealed }) => {
    const seal = seals.get(caseId);
    if (seal === undefined || typeof seal === 'string') return [];
    try {
      return [{ kind, id, version, body: storableText(openedText(sealed, seal, texts) ?? '') }];
    } catch (error) {
      // What cannot be opened is a fault of the entry, and is found by its title alone.
      if (isFailure(error) || error instanceof SyntaxError) return [{ kind, id, version, body: '' }];
      throw error;
    }
  });
  const stale = await performing.transact(({ recordSearch }) => recordSearch.differing(indexed));
  return { stale, unopened: records.length - indexed.length };
}
