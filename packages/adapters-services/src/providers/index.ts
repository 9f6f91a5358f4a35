export * from './openid-oidc-client.ts';
export * from './provider-settings.ts';
