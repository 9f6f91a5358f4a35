import type { HandlerContext } from '../../kernel/handler-context.ts';

/** The caller's own zone, else the workspace's (meetings 3.1). */
export const usualZone = ({ user }: Pick<HandlerContext, 'user'>): string =>
  user.timeZone || user.workspace?.settings.defaultTimeZone || 'UTC';
