export * from './create-health.ts';
export * from './views.ts';
