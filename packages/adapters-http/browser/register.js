import { ApiError, resume, signInBy } from './api.js';
import { h, show } from './dom.js';
import { showFailure } from './failures.js';
import { form } from './form.js';
import { newPasswordField } from './new-password.js';
import { canRegister, inLanguage, language } from './words.js';

const texts = inLanguage({
  en: {
    heading: 'Create your account',
    lead: 'With it you get a workspace of your own, into which you can invite others.',
    email: 'E-mail address',
    emailHint: 'We send a link to it, which shows that it is yours.',
    name: 'Your name',
    nameHint: 'The name that others see.',
    workspace: 'Name of your workspace (optional)',
    workspaceHint: 'Such as the name of your practice or team.',
    password: 'Password',
    submit: 'Create account',
    known: 'You have an account?',
    signIn: 'Sign in',
    closed: 'Registration is closed',
    closedLead: 'Accounts are made by invitation here. Ask somebody who has one to invite you.',
  },
  de: {
    heading: 'Konto anlegen',
    lead: 'Damit bekommen Sie einen eigenen Workspace, in den Sie andere einladen können.',
    email: 'E-Mail-Adresse',
    emailHint: 'Wir senden einen Link dorthin, der zeigt, dass sie Ihnen gehört.',
    name: 'Ihr Name',
    nameHint: 'Der Name, den andere sehen.',
    workspace: 'Name Ihres Workspaces (freiwillig)',
    workspaceHint: 'Etwa der Name Ihrer Praxis oder Ihres Teams.',
    password: 'Passwort',
    submit: 'Konto anlegen',
    known: 'Sie haben ein Konto?',
    signIn: 'Anmelden',
    closed: 'Die Registrierung ist geschlossen',
    closedLead: 'Konten entstehen hier durch Einladung. Bitten Sie jemanden darum, der ein Konto hat.',
  },
});

const fields = [
  { name: 'email', label: texts.email, hint: texts.emailHint, type: 'email', autocomplete: 'username' },
  { name: 'displayName', label: texts.name, hint: texts.nameHint, autocomplete: 'name', longest: 120 },
  {
    name: 'workspaceName',
    label: texts.workspace,
    hint: texts.workspaceHint,
    autocomplete: 'organization',
    longest: 80,
    optional: true,
  },
  newPasswordField('password', texts.password),
];

const toSignIn = h('p', { class: 'aside' }, texts.known, ' ', h('a', { href: '/sign-in' }, texts.signIn));

const goHome = () => location.replace('/');

/** @param {Record<string, string>} values */
async function register({ workspaceName, ...values }) {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const named = workspaceName === '' ? {} : { workspaceName };
  try {
    await signInBy('register', { ...values, ...named, locale: language, timeZone });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'auth.registration_closed')) throw error;
    return showClosed();
  }
  goHome();
}

const showClosed = () => show(texts.closed, h('p', {}, texts.closedLead), toSignIn);

async function open() {
  try {
    if ((await resume()) !== null) return goHome();
  } catch (error) {
    show(texts.heading);
    return showFailure(error);
  }
  if (!canRegister) return showClosed();
  show(
    texts.heading,
    h('p', {}, texts.lead),
    form({ fields, submit: texts.submit, run: register }),
    toSignIn,
  );
}
await open();
