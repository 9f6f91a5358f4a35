import type { documents } from '@chancery/core';

type Viewer = documents.Viewer;

/** The parameters that the conditions below need, once those before them are known: the id of whoever does not see all. */
export const seenBy = ({ userId, seesAll }: Viewer): readonly string[] => (seesAll ? [] : [userId]);

const isListed = (userId: string) => `exists (select from document_access a
  where a.workspace_id = d.workspace_id and a.document_id = d.id and a.user_id = ${userId})`;

/** Whoever keeps a document in force sees it (documents 8). The searches say so too, in functions of the database. */
const isKept = (userId: string) => `exists (select from document_lifecycles k
  where k.workspace_id = d.workspace_id and k.document_id = d.id and k.owner_user_id = ${userId})`;

/** Whether somebody sees the document `d`; their id is a parameter. */
export function isVisible({ seesAll, isGuest }: Viewer, userId: () => string): string {
  if (seesAll) return 'true';
  if (isGuest) return isListed(userId());
  const me = userId();
  return `(d.visibility = 'workspace' or d.owner_user_id = ${me} or ${isListed(me)} or ${isKept(me)})`;
}

const open = "d.visibility = 'workspace'";
const restricted = "d.visibility = 'restricted'";

/** The same in parts that an index finds each without reading past what the person does not see. */
export function visibleParts({ seesAll, isGuest }: Viewer, userId: () => string): readonly string[] {
  if (seesAll) return [open, restricted];
  const me = userId();
  const listed = `d.id in (select a.document_id from document_access a where a.workspace_id = $1 and a.user_id = ${me})`;
  if (isGuest) return [listed];
  const kept = `d.id in (select k.document_id from document_lifecycles k where k.workspace_id = $1 and k.owner_user_id = ${me})`;
  const ofOthers = `${restricted} and d.owner_user_id <> ${me}`;
  return [
    open,
    `${restricted} and d.owner_user_id = ${me}`,
    `${ofOthers} and ${listed}`,
    `${ofOthers} and not ${isListed(me)} and ${kept}`,
  ];
}

/** Which of these parts are whole, so that folders know how many documents they have of them; by their columns. */
export const talliedParts: Readonly<Record<string, string>> = {
  [open]: 'open_documents',
  [restricted]: 'restricted_documents',
};
