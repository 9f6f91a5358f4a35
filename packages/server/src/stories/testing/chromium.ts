import { type Browser, chromium, type Page } from 'playwright-core';

/** Starts the Chromium of this machine, without a window. */
export const launchChromium = (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHANCERY_TEST_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', ...args],
  });

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
