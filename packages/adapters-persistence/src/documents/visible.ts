import type { documents } from '@chancery/core';

type Viewer = documents.Viewer;

/** The parameters that the conditions below need, once those before them are known: the id of whoever does not see all. */
export const seenBy = ({ userId, seesAll }: Viewer): readonly string[] => (seesAll ? [] : [userId]);

const isListed = (userId: string) => `exists (select from document_access a
  where a.workspace_id = d.workspace_id and a.document_id = d.id and a.user_id = ${userId})`;

/** Whether somebody sees the document `d`; their id is a parameter. */
export function isVisible({ seesAll, isGuest }: Viewer, userId: () => string): string {
  if (seesAll) return 'true';
  if (isGuest) return isListed(userId());
  return `(d.visibility = 'workspace' or d.owner_user_id = ${userId()} or ${isListed(userId())})`;
}

const open = "d.visibility = 'workspace'";
const restricted = "d.visibility = 'restricted'";

/** The same in parts that an index finds each without reading past what the person does not see. */
export function visibleParts({ seesAll, isGuest }: Viewer, userId: () => string): readonly string[] {
  if (seesAll) return [open, restricted];
  const listed = `d.id in (select a.document_id from document_access a where a.workspace_id = $1 and a.user_id = ${userId()})`;
  if (isGuest) return [listed];
  return [
    open,
    `${restricted} and d.owner_user_id = ${userId()}`,
    `${restricted} and d.owner_user_id <> ${userId()} and ${listed}`,
  ];
}

/** Which of these parts are whole, so that folders know how many documents they have of them; by their columns. */
export const talliedParts: Readonly<Record<string, string>> = {
  [open]: 'open_documents',
  [restricted]: 'restricted_documents',
};
