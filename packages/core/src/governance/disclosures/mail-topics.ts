/** The job that mails a recipient the link of a package; it is cancelled where the package ends first. */
export const portalReleaseMailTopic = 'governance.mail_portal_release';

/** All jobs that a package which has ended does not want any more. */
export const portalMailTopics = [portalReleaseMailTopic] as const;
