import type { meetings } from '@chancery/core';
import type { Sql } from '../kernel/sql.ts';

export function meetingInvitationRepository(sql: Sql, workspaceId: string): meetings.MeetingInvitationRepository { throw new Error(`${sql} ${workspaceId}`); }
