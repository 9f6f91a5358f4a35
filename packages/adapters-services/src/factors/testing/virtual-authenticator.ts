import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CDPSession, chromium, type Page } from 'playwright-core';
import { chromiumPath } from './chromium-path.ts';

type Options = Readonly<Record<string, unknown>>;
export type WebAuthnResponse = Readonly<Record<string, unknown>> & { readonly id: string };

/** Chromium with an authenticator of its own making, on a page of `http://localhost`. */
export interface VirtualAuthenticator {
  /** The origin of the page: scheme, host and port. */
  readonly origin: string;
  create(options: Options): Promise<WebAuthnResponse>;
  get(options: Options): Promise<WebAuthnResponse>;
  /** Sets the counters of all passkeys to this number, as a copy that was made earlier would have it. */
  turnBack(signCount: number): Promise<void>;
  /** Whether the authenticator checks who holds it, as by a fingerprint. */
  verifyUsers(verified: boolean): Promise<void>;
  close(): Promise<void>;
}

export async function openVirtualAuthenticator(): Promise<VirtualAuthenticator> {
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Passkeys</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const browser = await chromium.launch({ executablePath: chromiumPath, args: ['--no-sandbox'] });
  const page = await browser.newPage();
  await page.goto(origin);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  let authenticatorId = await added(devTools, true);
  return {
    origin,
    create: (options) => page.evaluate(createInPage, options),
    get: (options) => page.evaluate(getInPage, options),
    turnBack: (signCount) => turnBack(devTools, authenticatorId, signCount),
    async verifyUsers(verified) {
      const { credentials } = await devTools.send('WebAuthn.getCredentials', { authenticatorId });
      await devTools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
      authenticatorId = await added(devTools, verified);
      for (const credential of credentials)
        await devTools.send('WebAuthn.addCredential', { authenticatorId, credential });
    },
    close: () => closeAll(page, server),
  };
}

/** Makes an authenticator that checks who holds it, or one that cannot. */
async function added(devTools: CDPSession, verifies: boolean): Promise<string> {
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: verifies ? 'internal' : 'usb',
      hasResidentKey: true,
      hasUserVerification: verifies,
      isUserVerified: verifies,
      automaticPresenceSimulation: true,
    },
  });
  return authenticatorId;
}

async function turnBack(devTools: CDPSession, authenticatorId: string, signCount: number): Promise<void> {
  const { credentials } = await devTools.send('WebAuthn.getCredentials', { authenticatorId });
  await devTools.send('WebAuthn.clearCredentials', { authenticatorId });
  for (const credential of credentials)
    await devTools.send('WebAuthn.addCredential', {
      authenticatorId,
      credential: { ...credential, signCount },
    });
}

async function closeAll(page: Page, server: Server): Promise<void> {
  await page.context().browser()?.close();
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
}

/** Globals that the page has and this process has not. */
interface BrowserScope {
  readonly navigator: {
    readonly credentials: {
      create(request: object): Promise<{ toJSON(): WebAuthnResponse }>;
      get(request: object): Promise<{ toJSON(): WebAuthnResponse }>;
    };
  };
  readonly PublicKeyCredential: {
    parseCreationOptionsFromJSON(options: object): object;
    parseRequestOptionsFromJSON(options: object): object;
  };
}

async function createInPage(options: Options): Promise<WebAuthnResponse> {
  const { navigator, PublicKeyCredential } = globalThis as unknown as BrowserScope;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return (await navigator.credentials.create({ publicKey })).toJSON();
}

async function getInPage(options: Options): Promise<WebAuthnResponse> {
  const { navigator, PublicKeyCredential } = globalThis as unknown as BrowserScope;
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return (await navigator.credentials.get({ publicKey })).toJSON();
}
