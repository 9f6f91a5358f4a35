const english = {
  attendance: 'Attendance',
  activity: 'Activity',
  title: 'Title',
  scheduled: 'Scheduled for',
  began: 'Began',
  ended: 'Ended',
  organizer: 'Organizer',
  cancelled: 'The meeting was cancelled.',
  nobody: 'Nobody was there.',
  more: 'more',
  minutes: 'min',
  document: 'Document',
  clientFile: 'File of a client',
  version: 'Version',
  page: 'page',
  of: 'of',
};

export type SourceWords = Readonly<typeof english>;

const german: SourceWords = {
  attendance: 'Teilnahme',
  activity: 'Verlauf',
  title: 'Titel',
  scheduled: 'Geplant für',
  began: 'Beginn',
  ended: 'Ende',
  organizer: 'Veranstaltet von',
  cancelled: 'Das Treffen wurde abgesagt.',
  nobody: 'Niemand war da.',
  more: 'weitere',
  minutes: 'Min.',
  document: 'Dokument',
  clientFile: 'Datei eines Klienten',
  version: 'Version',
  page: 'Seite',
  of: 'von',
};

export const sourceWordsOf = (language: string): SourceWords =>
  /^de(-|$)/iu.test(language) ? german : english;
