/** What the deployment decided, of which use cases must know. Configuration gives it (platform 11). */
export interface Settings {
  readonly baseUrl: string;
  readonly webUrl: string;
  readonly mailFrom: string;
  readonly mailOrganizer: string;
  readonly registration: 'open' | 'invite_only' | 'closed';
  readonly emailVerification: 'required' | 'optional';
  readonly passwordMinLength: number;
  readonly accessTokenSeconds: number;
  readonly refreshGraceSeconds: number;
  /** Multiplies every throttle; 0 switches them off for load tests (THR-15). */
  readonly rateLimitScale: number;
  readonly defaultPlanCode: string;
}

export const defaultSettings: Settings = {
  baseUrl: 'http://127.0.0.1:8080',
  webUrl: 'http://127.0.0.1:8080',
  mailFrom: 'Chancery <no-reply@127.0.0.1>',
  mailOrganizer: 'no-reply@127.0.0.1',
  registration: 'open',
  emailVerification: 'optional',
  passwordMinLength: 15,
  accessTokenSeconds: 600,
  refreshGraceSeconds: 60,
  rateLimitScale: 1,
  defaultPlanCode: 'self_hosted',
};
