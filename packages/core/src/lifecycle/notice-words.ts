/** What a mail about a document says, in one language. */
export interface NoticeWords {
  readonly subject: (document: string) => string;
  readonly what: (document: string, workspace: string) => string;
  /** What the reader can do. */
  readonly next: string;
}

/** The same where each notice says why somebody receives it. */
export interface ReasonedNoticeWords extends NoticeWords {
  readonly footer: string;
}
