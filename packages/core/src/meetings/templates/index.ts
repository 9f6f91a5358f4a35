export * from './create-meeting-template.ts';
export * from './delete-meeting-template.ts';
export * from './events.ts';
export * from './list-meeting-templates.ts';
export type * from './ports.ts';
export { type MeetingTemplate, templateStates } from './template.ts';
