import { type Browser, chromium, type Page } from 'playwright-core';
import { chromiumPath } from '../../../../adapters-services/src/factors/testing/chromium-path.ts';

let running: Promise<Browser> | undefined;

/**
 * The Chromium of this machine, without a window: one for all tests of this process, with which it ends. Each test has
 * pages of its own in it. Camera and microphone are simulated, and WebRTC stays within this machine.
 */
export function sharedChromium(): Promise<Browser> {
  running ??= chromium
    .launch({
      executablePath: chromiumPath,
      args: [
        '--no-sandbox',
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        '--allow-loopback-in-peer-connection',
        // To the browser the web apps of other people lie in the internet, from where nothing may be loaded of this machine.
        '--disable-features=WebRtcHideLocalIpsWithMdns,LocalNetworkAccessChecks',
      ],
    })
    .then((browser) => {
      // One that has crashed takes only the tests of its own file with it.
      browser.on('disconnected', () => {
        running = undefined;
      });
      return browser;
    });
  return running;
}

/** Gives the page an authenticator that has the passkeys of one person and confirms everything. */
export async function addAuthenticator(page: Page) {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { devTools, authenticatorId };
}
