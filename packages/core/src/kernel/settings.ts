/** What the deployment decided, of which use cases must know. Configuration gives it (platform 11). */
export interface Settings {
  readonly baseUrl: string;
  readonly webUrl: string;
  readonly mailFrom: string;
  readonly mailOrganizer: string;
  /** Signs what the mail gateway hands on (`whsec_…`); null if no gateway does. */
  readonly inboundSecret: string | null;
  readonly registration: 'open' | 'invite_only' | 'closed';
  readonly emailVerification: 'required' | 'optional';
  readonly passwordMinLength: number;
  readonly accessTokenSeconds: number;
  readonly refreshGraceSeconds: number;
  /** From request to effect of a factor reset (MFA-14). */
  readonly factorResetHours: number;
  /** Multiplies every throttle; 0 switches them off for load tests (THR-15). */
  readonly rateLimitScale: number;
  /** Holds each answer against the whole of its schema, not its list of fields alone: for tests. */
  readonly checkAnswers?: boolean;
  /** The plan of a workspace without a subscription. */
  readonly defaultPlanCode: string;
  /** Whether a file is taken while no scanner can be asked (UPL-15). */
  readonly scanPolicy: 'require' | 'best_effort';
  /** How long a request waits for the assembly of an upload before a job takes over. */
  readonly assemblySeconds: number;
  /** How long a request waits for the inspection of a document before a job takes over (CNT-12). */
  readonly inspectionSeconds: number;
  /** How long a request waits for a page to be read by its picture. A busy machine takes longer than for an inspection, and no job takes over. */
  readonly readingSeconds: number;
  /** The package that reads pictures in HEIC, which a host may leave out, is not installed. */
  readonly lacksHeic?: boolean;
  /** How long a request for a seal waits until the document is sealed (SEA-21). */
  readonly sealingSeconds: number;
  /** Of a file in one request (UPL-8). */
  readonly directUploadMaxBytes: number;
  /** From the last session of a meeting until its guests are nameless (MTG-106). */
  readonly meetingGuestDataDays: number;
  /** The keys of witnesses who cosign checkpoints of the audit ledger (C2SP vkeys). */
  readonly witnessKeys: readonly string[];
  /** Where witnesses take checkpoints to cosign (C2SP tlog-witness). */
  readonly witnessUrls: readonly string[];
  readonly billing: {
    readonly processor: 'embedded' | 'stripe';
    readonly collection: 'none' | 'manual' | 'automatic';
  };
}

export const defaultSettings: Settings = {
  baseUrl: 'http://127.0.0.1:8080',
  webUrl: 'http://127.0.0.1:8080',
  mailFrom: 'Chancery <no-reply@127.0.0.1>',
  mailOrganizer: 'no-reply@127.0.0.1',
  inboundSecret: null,
  registration: 'open',
  emailVerification: 'optional',
  passwordMinLength: 15,
  accessTokenSeconds: 600,
  refreshGraceSeconds: 60,
  factorResetHours: 72,
  rateLimitScale: 1,
  defaultPlanCode: 'self_hosted',
  scanPolicy: 'best_effort',
  assemblySeconds: 20,
  inspectionSeconds: 10,
  // A client of the SDK waits for an answer for 30 s.
  readingSeconds: 25,
  sealingSeconds: 20,
  directUploadMaxBytes: 52_428_800,
  meetingGuestDataDays: 730,
  witnessKeys: [],
  witnessUrls: [],
  billing: { processor: 'embedded', collection: 'none' },
};
