/** The job that mails somebody about a consent; it is cancelled where the consent ends first. */
export const consentMailTopic = 'governance.mail_consent';
