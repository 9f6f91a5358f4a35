import { z } from 'zod';

/** A path of the web app. The configured address decides the host, never the caller (BIL-14). */
export const webPath = () =>
  z
    .string()
    .max(500)
    .refine((path) => /^\/(?![/\\])[\x21-\x7e]*$/.test(path) && !path.includes('\\'), {
      error: 'Give a path of the web app, such as /settings/billing.',
      params: { code: 'path.invalid' },
    });

export const webAddress = (webUrl: string, path: string): string =>
  `${webUrl.replace(/(?<!\/)\/+$/, '')}${path}`;

export const billingPage = '/settings/billing';
