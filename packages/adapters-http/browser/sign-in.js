import { button } from './actions.js';
import { ApiError, call, resume, signInBy } from './api.js';
import { h, show } from './dom.js';
import { showFailure } from './failures.js';
import { form } from './form.js';
import { dropKeptLink } from './link.js';
import { hasPasskeys, usePasskey } from './passkeys.js';
import { finishedSignIn, goTo, providerNames, providers } from './providers.js';
import { canRegister, inLanguage } from './words.js';

const texts = inLanguage({
  en: {
    heading: 'Sign in',
    email: 'E-mail address',
    password: 'Password',
    submit: 'Sign in',
    passkey: 'Sign in with a passkey',
    provider: (/** @type {string} */ name) => `Sign in with ${name}`,
    or: 'or',
    forgot: 'Forgot your password?',
    newHere: 'New here?',
    register: 'Create an account',
    second: 'Second step',
    secondLead: 'Your account asks for a second factor.',
    code: 'Code from your authenticator',
    codeHint: 'Six digits',
    recovery: 'Recovery code',
    recoveryHint: 'One of the codes that you stored; each works once.',
    useRecovery: 'Use a recovery code instead',
    useCode: 'Use the authenticator instead',
    usePasskey: 'Use your passkey',
    confirm: 'Confirm',
    back: 'Start again',
  },
  de: {
    heading: 'Anmelden',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    submit: 'Anmelden',
    passkey: 'Mit Passkey anmelden',
    provider: (/** @type {string} */ name) => `Mit ${name} anmelden`,
    or: 'oder',
    forgot: 'Passwort vergessen?',
    newHere: 'Neu hier?',
    register: 'Konto anlegen',
    second: 'Zweiter Schritt',
    secondLead: 'Ihr Konto verlangt einen zweiten Faktor.',
    code: 'Code aus Ihrer Authenticator-App',
    codeHint: 'Sechs Ziffern',
    recovery: 'Wiederherstellungscode',
    recoveryHint: 'Einer der Codes, die Sie aufbewahrt haben; jeder gilt einmal.',
    useRecovery: 'Stattdessen einen Wiederherstellungscode verwenden',
    useCode: 'Stattdessen die Authenticator-App verwenden',
    usePasskey: 'Passkey verwenden',
    confirm: 'Bestätigen',
    back: 'Von vorn beginnen',
  },
});

/**
 * @typedef {object} SignInRequest
 * @property {string} [heading]
 * @property {readonly import('./dom.js').Child[]} [lead] why to sign in
 * @property {string} [email] to begin with
 * @property {string | null} [invitationToken] lets a first sign-in by a provider join
 * @property {import('./dom.js').Child} [instead] another way on, below
 * @property {() => unknown} onSignedIn what to do once signed in
 */

/**
 * Shows the way in: password, passkey or provider, and the second step if the account has one (MFA-5).
 * @param {SignInRequest} request
 */
export function askToSignIn(request) {
  const { heading = texts.heading, lead = [], email = '', invitationToken = null, instead } = request;
  /** @param {any} answer */
  const goOn = (answer) => answered(answer, request);
  const ways = [
    hasPasskeys &&
      button(texts.passkey, async () => {
        const passkey = await usePasskey(await call('POST /auth/factors/passkeys/assertion-options', {}));
        await goOn(await signInBy('passkey', passkey));
      }),
    ...providers.map((provider) =>
      button(texts.provider(providerNames[provider]), () => goTo(provider, invitationToken)),
    ),
  ].filter(Boolean);
  show(
    heading,
    ...lead,
    form({
      fields: [
        { name: 'email', label: texts.email, type: 'email', autocomplete: 'username', value: email },
        {
          name: 'password',
          label: texts.password,
          type: 'password',
          autocomplete: 'current-password',
        },
      ],
      submit: texts.submit,
      run: async (values) => goOn(await signInBy('login', values)),
    }),
    ways.length > 0 && h('p', { class: 'or' }, texts.or),
    h('div', { class: 'ways' }, ways),
    h('p', { class: 'aside' }, h('a', { href: '/forgot-password' }, texts.forgot)),
    instead ??
      (canRegister &&
        h('p', { class: 'aside' }, texts.newHere, ' ', h('a', { href: '/register' }, texts.register))),
  );
}

/**
 * As askToSignIn, except if this browser is signed in, or if a provider has just sent the person back here.
 * @param {SignInRequest} request
 */
export async function signInOrFinish(request) {
  try {
    const answer = await finishedSignIn();
    dropKeptLink();
    if (answer !== null) return await answered(answer, request);
    if ((await resume()) !== null) return await request.onSignedIn();
    askToSignIn(request);
  } catch (error) {
    askToSignIn(request);
    showFailure(error);
  }
}

/** @param {any} answer AuthSession or SecondFactorChallenge @param {SignInRequest} request */
async function answered(answer, request) {
  if (answer.tokenType === 'Challenge') return askForSecondFactor(answer, request);
  await request.onSignedIn();
}

/**
 * @param {{ challengeToken: string, methods: readonly string[], passkey: import('./passkeys.js').Ceremony | null }} challenge
 * @param {SignInRequest} request
 * @param {boolean} [byRecovery]
 */
function askForSecondFactor(challenge, request, byRecovery = !challenge.methods.includes('totp')) {
  const { challengeToken, methods, passkey } = challenge;
  /** @param {object} proof */
  async function answer(proof) {
    try {
      await answered(await signInBy('challenge', { challengeToken, ...proof }), request);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'auth.challenge_invalid')) throw error;
      askToSignIn(request);
      showFailure(error);
    }
  }
  const code = {
    name: 'totpCode',
    label: texts.code,
    hint: texts.codeHint,
    autocomplete: 'one-time-code',
    inputmode: 'numeric',
    mustMatch: '\\d{6}',
    mismatch: texts.codeHint,
  };
  const recovery = {
    name: 'recoveryCode',
    label: texts.recovery,
    hint: texts.recoveryHint,
    autocomplete: 'off',
  };
  const other = byRecovery ? 'totp' : 'recovery_code';
  show(
    texts.second,
    h('p', {}, texts.secondLead),
    passkey !== null &&
      hasPasskeys &&
      h(
        'div',
        { class: 'ways' },
        button(texts.usePasskey, async () => answer({ passkey: await usePasskey(passkey) }), 'primary'),
      ),
    (methods.includes('totp') || byRecovery) &&
      form({
        fields: [byRecovery ? recovery : code],
        submit: texts.confirm,
        run: answer,
        kind: passkey === null ? 'primary' : '',
      }),
    h(
      'div',
      { class: 'ways aside' },
      methods.includes(other) &&
        button(
          byRecovery ? texts.useCode : texts.useRecovery,
          () => askForSecondFactor(challenge, request, !byRecovery),
          'quiet',
        ),
      button(texts.back, () => askToSignIn(request), 'quiet'),
    ),
  );
}
