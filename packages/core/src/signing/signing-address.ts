import type { Settings } from '../kernel/settings.ts';

/** What a signing link is: its secret is behind the #, so that no server writes it to a log. */
export const signingAddress = ({ webUrl }: Pick<Settings, 'webUrl'>, token: string): string =>
  `${webUrl}/sign#token=${token}`;

/** The same page for a frame: which origins may hold it is for the workspace to say, so the address names the workspace. */
export const embeddedSigningAddress = (
  { webUrl }: Pick<Settings, 'webUrl'>,
  workspaceId: string,
  token: string,
): string => `${webUrl}/sign/embed/${workspaceId}#token=${token}`;
