export * from './get-settings.ts';
export * from './settings-fields.ts';
export * from './update-settings.ts';
