import type { documents } from '@chancery/core';
import { instantText } from '../kernel/instant-text.ts';
import type { Sql } from '../kernel/sql.ts';
import { patternOf } from '../kernel/words.ts';
import { documentColumns } from './document-columns.ts';
import { isVisible, visibleParts } from './visible.ts';

type Browsing = documents.Browsing;
type After = documents.BrowsingKey | null;
interface Ordering {
  /** What is sorted by; never null. */
  readonly by: (isDescending: boolean) => string;
  readonly type: string;
  /** The value as a cursor holds it. */
  readonly written: string;
}

/** Documents without a date come last, whatever the direction. */
const noDate = (isDescending: boolean) => `'${isDescending ? '-' : ''}infinity'`;

const orderings: Readonly<Record<documents.Sort, Ordering>> = {
  name: { by: () => 'd.sort_name', type: 'text', written: 'd.sort_name' },
  updatedAt: { by: () => 'd.updated_at', type: 'timestamptz', written: instantText('d.updated_at') },
  createdAt: { by: () => 'd.created_at', type: 'timestamptz', written: instantText('d.created_at') },
  sizeBytes: { by: () => 'd.size_bytes', type: 'bigint', written: 'd.size_bytes::text' },
  expiresOn: {
    by: (isDescending) => `coalesce(d.expires_on, ${noDate(isDescending)}::date)`,
    type: 'date',
    written: "to_char(d.expires_on, 'YYYY-MM-DD')",
  },
};

/** One page of the library: a search by the function that may use its index, anything else by the indexes of lists. */
export async function browse(
  sql: Sql,
  workspaceId: string,
  browsing: Browsing,
  after: After,
  limit: number,
): Promise<readonly documents.ListedDocument[]> {
  // Only a date can be missing, so nothing comes behind a document without any other value.
  if (after !== null && after[0] === null && browsing.sort !== 'expiresOn') return [];
  return browsing.words.length > 0 && !isPutAway(browsing)
    ? sql(...searching(browsing, after, limit))
    : sql(...browsingIn(workspaceId, browsing, after, limit));
}

const isPutAway = ({ scope }: Browsing) => scope === 'trash' || scope === 'quarantine';

function searching(browsing: Browsing, after: After, limit: number): [string, unknown[]] {
  const { viewer, scope, folderId, words, signatureStatus, documentTypeId, tag, sort, isDescending } =
    browsing;
  const { by, written } = orderings[sort];
  const direction = isDescending ? 'desc' : 'asc';
  return [
    `select ${documentColumns}, ${written} "sortedBy"
     from chancery_search_documents((select array_agg(chancery_search_pattern(word)) from unnest($1::text[]) word),
       $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) d
     order by ${by(isDescending)} ${direction}, d.id ${direction}`,
    [
      words,
      viewer.userId,
      viewer.seesAll,
      viewer.isGuest,
      scope,
      folderId === 'anywhere' ? null : folderId,
      signatureStatus,
      documentTypeId,
      tag,
      sort,
      isDescending,
      after?.[0] ?? null,
      after?.[1] ?? null,
      limit,
    ],
  ];
}

function browsingIn(
  workspaceId: string,
  browsing: Browsing,
  after: After,
  limit: number,
): [string, unknown[]] {
  const { viewer, folderId, signatureStatus, documentTypeId, tag, words, sort, isDescending } = browsing;
  const values: unknown[] = [workspaceId];
  const given = (value: unknown) => `$${values.push(value)}`;
  let me: string | undefined;
  const viewerId = () => {
    me ??= given(viewer.userId);
    return me;
  };
  const conditions = ['d.workspace_id = $1', placeOf(browsing)];
  if (folderId === null) conditions.push('d.folder_id is null');
  else if (folderId !== 'anywhere') conditions.push(`d.folder_id = ${given(folderId)}`);
  if (signatureStatus !== null) conditions.push(`d.signature_status = ${given(signatureStatus)}`);
  if (documentTypeId !== null) conditions.push(`d.document_type_id = ${given(documentTypeId)}`);
  if (tag !== null)
    conditions.push(`exists (select from unnest(d.tags) tag where lower(tag) = lower(${given(tag)}))`);
  for (const word of words) conditions.push(`d.search_text like ${patternOf(given(word))}`);

  const { by, type, written } = orderings[sort];
  const sorted = by(isDescending);
  const direction = isDescending ? 'desc' : 'asc';
  if (after !== null) {
    const [value, id] = after;
    const last = value === null ? noDate(isDescending) : given(value);
    conditions.push(`(${sorted}, d.id) ${isDescending ? '<' : '>'} (${last}::${type}, ${given(id)}::uuid)`);
  }
  const order = `order by ${sorted} ${direction}, d.id ${direction} limit ${given(limit)}`;
  const parts = partsOf(browsing, viewerId).map(
    (part) => `(select d.* from documents d where ${[...conditions, part].join(' and ')} ${order})`,
  );
  return [
    `select ${documentColumns}, ${written} "sortedBy" from (${parts.join(' union all ')}) d ${order}`,
    values,
  ];
}

/** The part of the library that a scope shows, as a condition that an index begins with. */
function placeOf({ scope }: Browsing): string {
  if (scope === 'trash') return "d.status = 'trashed'";
  if (scope === 'quarantine') return "d.status = 'quarantined'";
  return "d.status = 'active'";
}

/** What of that place the viewer sees, in parts that do not meet. */
function partsOf({ scope, viewer }: Browsing, viewerId: () => string): readonly string[] {
  // A guest only reads, so nothing is theirs to manage.
  const owned = () => (viewer.isGuest ? 'false' : `d.owner_user_id = ${viewerId()}`);
  const managed = () => (viewer.seesAll ? 'true' : owned());
  if (scope === 'mine') return [owned()];
  if (scope === 'shared') return [`d.share_count > 0 and ${managed()}`];
  if (scope === 'signing') return [`d.signature_status <> 'none' and ${isVisible(viewer, viewerId)}`];
  if (scope === 'trash' || scope === 'quarantine') return [managed()];
  return visibleParts(viewer, viewerId);
}
