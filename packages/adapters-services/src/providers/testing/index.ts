export * from './loopback-browser.ts';
export * from './loopback-provider.ts';
