import type { ClientOptions } from './client.ts';
import { Chancery } from './generated/chancery.ts';

export type ApplicationOptions = Omit<ClientOptions, 'accessToken' | 'session'> & { readonly apiKey: string };

/** What an API key opens, and no more: calls for people are not there, so that they do not compile. */
export type ApplicationClient = Pick<Chancery, 'integration'>;

/** The client of an application: `applicationClient({ baseUrl, apiKey }).integration.meetings.list()`. */
export const applicationClient = (options: ApplicationOptions): ApplicationClient => new Chancery(options);
