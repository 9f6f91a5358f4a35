import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addAuthenticator, sharedChromium } from './chromium.ts';

type Options = Readonly<Record<string, unknown>>;
type WebAuthnResponse = Readonly<Record<string, unknown>> & { readonly id: string };

/** Chromium on a page of `http://localhost`, with an authenticator of its own making that has one person's passkeys. */
export interface PasskeyBrowser {
  readonly origin: string;
  create(options: Options): Promise<WebAuthnResponse>;
  get(options: Options): Promise<WebAuthnResponse>;
  /** Puts the counters of all passkeys to this, as those of a copy made earlier would be. */
  turnBack(signCount: number): Promise<void>;
  close(): Promise<void>;
}

export async function openPasskeyBrowser(): Promise<PasskeyBrowser> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Passkeys</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const browser = await sharedChromium();
  const page = await browser.newPage();
  await page.goto(origin);
  const { devTools, authenticatorId } = await addAuthenticator(page);
  // The page parses and serialises itself, as the page of an application does.
  const inPage = (call: 'create' | 'get', options: Options): Promise<WebAuthnResponse> =>
    page.evaluate(`(async () => {
      const parse = PublicKeyCredential.${call === 'create' ? 'parseCreationOptionsFromJSON' : 'parseRequestOptionsFromJSON'};
      const made = await navigator.credentials.${call}({ publicKey: parse.call(PublicKeyCredential, ${JSON.stringify(options)}) });
      return made.toJSON();
    })()`);
  return {
    origin,
    create: (options) => inPage('create', options),
    get: (options) => inPage('get', options),
    async turnBack(signCount) {
      const { credentials } = await devTools.send('WebAuthn.getCredentials', { authenticatorId });
      await devTools.send('WebAuthn.clearCredentials', { authenticatorId });
      for (const credential of credentials)
        await devTools.send('WebAuthn.addCredential', {
          authenticatorId,
          credential: { ...credential, signCount },
        });
    },
    async close() {
      await page.context().close();
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      });
    },
  };
}
