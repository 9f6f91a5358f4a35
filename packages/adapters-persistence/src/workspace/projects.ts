import type { workspace } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

export function projectRepository(sql: Sql, workspaceId: string): workspace.ProjectRepository { throw new Error(`${sql} ${workspaceId}`); }
