/** What this software is called where people read it: in mails and in calendars. */
export const productName = 'Chancery';
