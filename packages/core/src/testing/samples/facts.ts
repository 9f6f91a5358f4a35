/** What every sample is about: long names, so that a narrow screen has something to do. */
export const sampleFacts = {
  recipientName: 'Ada Lovelace',
  workspaceName: 'Kanzlei Weißenborn, Müller-Lüdenscheidt & Partner',
  at: '2026-11-23T12:00:00.000Z',
} as const;
export const sampleLink = `https://chancery.example.com/verify-email#token=${'aB3_'.repeat(10)}xyz`;
export const documentName = 'Gesellschaftervertrag der Donaudampfschifffahrtsgesellschaft, dritte Fassung';
