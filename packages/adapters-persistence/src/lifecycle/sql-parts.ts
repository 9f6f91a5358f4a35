import { lifecycle as core } from '@chancery/core';

/** Words of the core as a list of literals. */
export const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');
export const openRenewals = quoted(core.openRenewalStatuses);
export const liveCandidates = quoted(core.liveRetentionStatuses);

/** The selected columns of a table that has an alias. */
export const columnsOf = (alias: string, selection: string): string =>
  selection.replaceAll(/(^|, )/g, `$1${alias}.`);

/** What a statement begins with that refers to these, each a name and its query. */
export const beginning = (definitions: readonly string[]): string =>
  definitions.length === 0 ? '' : `with ${definitions.join(', ')}`;
