/** Somebody as the workspace knows them, former members included. */
export interface MeetingPerson {
  readonly userId: string | null;
  readonly displayName: string;
  readonly email: string | null;
  readonly avatarUrl: string | null;
}
