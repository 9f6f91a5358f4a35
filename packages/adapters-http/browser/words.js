/** The language that the server chose by Accept-Language. */
export const language = document.documentElement.lang === 'de' ? 'de' : 'en';

/**
 * What a page says, in the language of the page.
 * @template Words
 * @param {{ readonly en: Words, readonly de: Words }} catalogue
 * @returns {Words}
 */
export const inLanguage = (catalogue) => catalogue[language];

/** @param {string} instant */
export const when = (instant) =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(new Date(instant));

/** @param {string} instant */
export const dayOf = (instant) =>
  new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', { dateStyle: 'medium' }).format(
    new Date(instant),
  );

/** How large a file is, as people say it. @param {number} bytes */
export function sizeOf(bytes) {
  const [amount, unit] =
    bytes < 1000
      ? [bytes, 'byte']
      : bytes < 1_000_000
        ? [bytes / 1000, 'kilobyte']
        : [bytes / 1_000_000, 'megabyte'];
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits: 1 }).format(amount);
}

/** The shortest password that this installation takes. */
export const passwordMinimum = Number(document.documentElement.dataset.passwordMinimum ?? 15);

/** Whether anybody may make an account in this installation, without an invitation. */
export const canRegister = document.documentElement.dataset.registration === 'open';

/** Where this installation is, by its configuration: the browser may have come by another name of the same server. */
export const host = document.documentElement.dataset.host ?? location.host;
