export * from './create-integration-meeting.ts';
export * from './errors.ts';
export * from './events.ts';
export * from './list-integration-meetings.ts';
export * from './mail-meeting-invitation.ts';
export * from './meeting.ts';
export type * from './ports.ts';
export * from './resolve-join-code.ts';
export * from './views.ts';
