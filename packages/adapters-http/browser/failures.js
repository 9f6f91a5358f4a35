import { ApiError } from './api.js';
import { say } from './dom.js';
import { host, inLanguage, language, passwordMinimum } from './words.js';

/** What failed, and what to do next. English falls back on the API's own words, which say the same. */
const texts = inLanguage({
  en: {
    network: 'The server could not be reached. Check your connection and try again.',
    unexpected: 'Something went wrong on our side. Try again in a moment.',
    other: 'This did not work.',
    again: (/** @type {number} */ seconds) =>
      seconds < 90
        ? `Too many attempts. Try again in ${seconds} seconds.`
        : `Too many attempts. Try again in ${Math.ceil(seconds / 60)} minutes.`,
    passkey: 'The passkey was not used. Try again, or choose another way.',
    codes: /** @type {Record<string, string>} */ ({
      'page.elsewhere': `You can sign in only at ${host}. Open that address in your browser.`,
      'auth.invalid_credentials': 'Address or password is wrong. Try again, or reset your password.',
      'auth.proof_required': 'This password is not the one of the account. Try again; the link still works.',
      'auth.challenge_invalid': 'That took too long, or there were too many wrong codes. Sign in again.',
      'auth.handoff_invalid': 'This sign-in has expired. Begin again.',
      'auth.session_revoked': 'You have been signed out. Sign in again.',
      'auth.reauthentication_required': 'For this, please sign in again first.',
      'auth.second_factor_required': 'For this, please sign in again with your second factor first.',
      'auth.email_unverified':
        'Verify your e-mail address first: open the link in the mail that we sent you.',
      'workspace_invitation.email_mismatch':
        'The invitation is for another address. Sign in with the account of that address.',
      'request.invalid': 'Please look at the marked fields.',
      'password.too_short': `Use at least ${passwordMinimum} characters.`,
      'password.too_long': 'Use at most 128 characters.',
      'password.blocklisted': 'This password is easy to guess. Choose another; several words work well.',
      'password.context_word': 'This password is too close to your name or address. Choose another.',
    }),
  },
  de: {
    network: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    unexpected: 'Bei uns ist etwas schiefgegangen. Versuchen Sie es gleich noch einmal.',
    other: 'Das hat nicht geklappt.',
    again: (/** @type {number} */ seconds) =>
      seconds < 90
        ? `Zu viele Versuche. Versuchen Sie es in ${seconds} Sekunden erneut.`
        : `Zu viele Versuche. Versuchen Sie es in ${Math.ceil(seconds / 60)} Minuten erneut.`,
    passkey: 'Der Passkey wurde nicht verwendet. Versuchen Sie es erneut oder wählen Sie einen anderen Weg.',
    codes: /** @type {Record<string, string>} */ ({
      'page.elsewhere': `Anmelden können Sie sich nur auf ${host}. Öffnen Sie diese Adresse im Browser.`,
      'auth.invalid_credentials':
        'Adresse oder Passwort ist falsch. Versuchen Sie es erneut oder setzen Sie Ihr Passwort zurück.',
      'auth.account_suspended': 'Dieses Konto ist gesperrt. Wenden Sie sich an den Betreiber.',
      'auth.proof_required':
        'Das ist nicht das Passwort dieses Kontos. Versuchen Sie es erneut; der Link gilt weiter.',
      'auth.password_incorrect':
        'Das Passwort ist falsch. Versuchen Sie es erneut oder setzen Sie es zurück.',
      'auth.challenge_invalid':
        'Das hat zu lange gedauert, oder der Code war zu oft falsch. Melden Sie sich erneut an.',
      'auth.passkey_invalid':
        'Dieser Passkey gilt hier nicht. Beginnen Sie erneut oder melden Sie sich anders an.',
      'auth.handoff_invalid': 'Diese Anmeldung ist abgelaufen. Beginnen Sie erneut.',
      'auth.session_revoked': 'Sie wurden abgemeldet. Melden Sie sich erneut an.',
      'auth.reauthentication_required': 'Melden Sie sich dafür bitte zuerst erneut an.',
      'auth.second_factor_required': 'Melden Sie sich dafür bitte zuerst erneut mit Ihrem zweiten Faktor an.',
      'auth.email_unverified':
        'Bestätigen Sie zuerst Ihre E-Mail-Adresse: Öffnen Sie den Link in der Mail, die wir Ihnen geschickt haben.',
      'auth.email_taken':
        'Zu dieser Adresse gehört inzwischen ein anderes Konto. Melden Sie sich mit diesem an.',
      'auth.registration_closed': 'Die Registrierung ist hier geschlossen. Bitten Sie um eine Einladung.',
      'auth.provider_not_configured': 'Dieser Anbieter ist hier nicht eingerichtet.',
      'link.gone':
        'Dieser Link wurde schon verwendet, ist abgelaufen oder wurde ersetzt. Fordern Sie einen neuen an.',
      'link.not_found': 'Diesen Link gibt es nicht. Öffnen Sie ihn noch einmal aus der Mail.',
      'factor.code_invalid':
        'Dieser Code ist falsch oder wurde schon verwendet. Warten Sie auf den nächsten oder nehmen Sie einen anderen Faktor.',
      'factor.passkey_invalid': 'Dieser Passkey gilt hier nicht. Versuchen Sie es mit einem anderen.',
      'factor.passkey_known': 'Dieser Passkey ist schon eingerichtet.',
      'factor.ceremony_expired': 'Das hat zu lange gedauert. Beginnen Sie erneut.',
      'factor.limit':
        'Ein Konto hat höchstens 2 Authenticator-Apps und 10 Passkeys. Entfernen Sie zuerst einen.',
      'factor.required_by_workspace':
        'Einer Ihrer Workspaces verlangt einen zweiten Faktor. Richten Sie zuerst einen anderen ein.',
      'identity.last_sign_in_method':
        'Das ist der letzte Weg in Ihr Konto. Legen Sie zuerst ein Passwort fest.',
      'workspace_invitation.email_mismatch':
        'Die Einladung gilt einer anderen Adresse. Melden Sie sich mit dem Konto dieser Adresse an.',
      'workspace.domain_not_allowed': 'Der Workspace nimmt nur Adressen bestimmter Domains auf.',
      'workspace.guests_disabled': 'Der Workspace nimmt keine Gäste auf.',
      'workspace.not_active': 'Der Workspace ist zurzeit nicht aktiv. Fragen Sie die Person, die einlud.',
      'plan.limit_reached':
        'Der Workspace hat gerade keinen freien Platz. Die Einladung bleibt offen; fragen Sie die Person, die einlud.',
      'member.already_exists': 'Sie gehören diesem Workspace schon an.',
      'permission.denied': 'Dazu sind Sie nicht berechtigt.',
      'member.not_found': 'Diese Person gehört keinem Ihrer Workspaces an.',
      'request.invalid': 'Bitte sehen Sie sich die markierten Felder an.',
      'password.too_short': `Verwenden Sie mindestens ${passwordMinimum} Zeichen.`,
      'password.too_long': 'Verwenden Sie höchstens 128 Zeichen.',
      'password.blocklisted':
        'Dieses Passwort ist leicht zu erraten. Wählen Sie ein anderes, etwa mehrere Wörter.',
      'password.context_word':
        'Dieses Passwort ist Ihrem Namen oder Ihrer Adresse zu ähnlich. Wählen Sie ein anderes.',
    }),
  },
});

/**
 * Words for codes that only some pages meet.
 * @param {Record<string, string>} codes
 */
export const explain = (codes) => Object.assign(texts.codes, codes);

/**
 * @param {string} code
 * @param {string} message what the API said: about a field in the language of the page, otherwise in English
 */
export const textOf = (code, message) => {
  const isReadable = message !== '' && (language === 'en' || code.startsWith('field.'));
  return texts.codes[code] ?? (isReadable ? message : `${texts.other} (${code})`);
};

const unanswered = new Set(['connection', 'timeout']);

/** What failed, in words. @param {unknown} error */
export function sentenceOf(error) {
  if (error instanceof DOMException) return texts.passkey;
  if (!(error instanceof ApiError)) return texts.unexpected;
  if (error.status === null && unanswered.has(error.code)) return texts.network;
  if (/^(internal|http|response)\./.test(error.code)) return texts.unexpected;
  if (error.retryAfterSeconds !== null) return texts.again(error.retryAfterSeconds);
  return textOf(error.code, error.message);
}

/**
 * Shows a failure in the alert region.
 * @param {unknown} error
 * @param {...import('./dom.js').Child} more
 */
export function showFailure(error, ...more) {
  say(sentenceOf(error), ...more);
}
