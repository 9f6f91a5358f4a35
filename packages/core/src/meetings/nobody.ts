/**
 * A workspace and an id that belong to nobody: a link that never existed is looked for there, so that its answer takes the
 * work of a link that did exist (MTG-39).
 */
export const nobody = {
  workspaceId: 'workspace_aaaaaaaaaaaaaaaaaaaaaaaaaa',
  id: '00000000-0000-0000-0000-000000000000',
} as const;
