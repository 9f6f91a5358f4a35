import type { Settings } from '../kernel/settings.ts';

/** What a signing link is: its secret stands behind the #, so that no server writes it to a log. */
export const signingAddress = ({ webUrl }: Pick<Settings, 'webUrl'>, token: string): string =>
  `${webUrl}/sign#token=${token}`;
