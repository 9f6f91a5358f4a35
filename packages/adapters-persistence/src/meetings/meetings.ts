import type { meetings } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

export function meetingRepository(sql: Sql, workspaceId: string): meetings.MeetingRepository { throw new Error(`${sql} ${workspaceId}`); }
