import type { Instant } from '../../kernel/time.ts';
import type { ExportColumn } from '../dashboard/column-names.ts';
import type { FilterInput } from '../dashboard/filter-fields.ts';
import type { boardSorts } from '../dashboard/ports.ts';

export const viewVisibilities = ['private', 'workspace'] as const;

export const [mostOwnViews, mostSharedViews, mostColumns] = [50, 100, 20];
/** Of the filters of one view (LIF-29). */
export const mostFilterBytes = 8192;

/** Filters of the dashboard under a name. */
export interface SavedView {
  readonly id: string;
  readonly ownerUserId: string;
  /** Each of a person has another one. */
  readonly name: string;
  readonly filters: FilterInput;
  /** What an export by this view has; empty for the usual columns. */
  readonly columns: readonly ExportColumn[];
  readonly sort: (typeof boardSorts)[number];
  readonly visibility: (typeof viewVisibilities)[number];
  /** The one that its owner begins with. */
  readonly isDefault: boolean;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
  readonly version: number;
}
