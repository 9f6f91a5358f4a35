/** The browser of the tests. The one without a window takes half of the processor time of the other. */
export const chromiumPath = process.env.CHANCERY_TEST_CHROMIUM ?? '/usr/bin/chromium-headless-shell';
