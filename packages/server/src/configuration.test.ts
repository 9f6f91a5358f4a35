import { expect } from 'chai';
import { configurationTable, loadConfiguration, unknownVariables } from './configuration.ts';
import { ConfigurationError } from './configuration-error.ts';
import { variables } from './variables.ts';

const key = Buffer.alloc(32, 7).toString('base64');

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    loadConfiguration(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults;
    throw error;
  }
}

describe('loadConfiguration', () => {
  it('starts on defaults alone, embedded, on the loopback', () => {
    const configuration = loadConfiguration({});

    expect(configuration).to.include({
      baseUrl: 'http://127.0.0.1:8080',
      webUrl: 'http://127.0.0.1:8080',
      databaseUrl: null,
      amqpUrl: null,
      drainSeconds: 10,
    });
    expect(configuration.listen).to.deep.equal({ host: '127.0.0.1', port: 8080 });
    expect(configuration.settings).to.include({
      mailFrom: 'Chancery <no-reply@127.0.0.1>',
      mailOrganizer: 'no-reply@127.0.0.1',
      emailVerification: 'optional',
    });
  });

  it('MFA-3: takes relying party and origins of passkeys from the web address unless they are set', () => {
    const web = { CHANCERY_WEB_URL: 'https://app.example.com/desk' };

    expect(loadConfiguration(web).webAuthn).to.deep.equal({
      rpId: 'app.example.com',
      origins: ['https://app.example.com'],
    });
    expect(
      loadConfiguration({
        ...web,
        CHANCERY_WEBAUTHN_RP_ID: 'example.com',
        CHANCERY_WEBAUTHN_ORIGINS: 'https://app.example.com,https://desk.example.com',
      }).webAuthn,
    ).to.deep.equal({
      rpId: 'example.com',
      origins: ['https://app.example.com', 'https://desk.example.com'],
    });
    expect(faultsOf({ CHANCERY_WEBAUTHN_RP_ID: 'https://example.com' })).to.have.length(1);
  });

  it('AUT-14: without a word registration is open on a loopback address alone, and what is set counts everywhere', () => {
    const registrationOf = (environment: Record<string, string>) =>
      loadConfiguration(environment).settings.registration;
    const onTheNet = { CHANCERY_BASE_URL: 'https://chancery.example.com' };

    expect(registrationOf({})).to.equal('open');
    expect(registrationOf({ CHANCERY_BASE_URL: 'http://[::1]:8080' })).to.equal('open');
    expect(registrationOf({ CHANCERY_BASE_URL: 'https://localhost' })).to.equal('open');
    expect(registrationOf(onTheNet)).to.equal('invite_only');
    expect(registrationOf({ CHANCERY_BASE_URL: 'https://127.example.com' })).to.equal('invite_only');
    for (const set of ['open', 'invite_only', 'closed'])
      for (const where of [{}, onTheNet])
        expect(registrationOf({ ...where, CHANCERY_REGISTRATION: set })).to.equal(set);
  });

  it('MFA-14: accepts a delay of a factor reset between 24 and 336 hours', () => {
    expect(loadConfiguration({}).settings.factorResetHours).to.equal(72);
    expect(loadConfiguration({ CHANCERY_FACTOR_RESET_HOURS: '24' }).settings.factorResetHours).to.equal(24);
    for (const hours of ['23', '337', 'soon'])
      expect(faultsOf({ CHANCERY_FACTOR_RESET_HOURS: hours })).to.have.length(1);
  });

  it('derives a setting from another if it is not set', () => {
    const configuration = loadConfiguration({
      CHANCERY_BASE_URL: 'https://chancery.example.com/',
      CHANCERY_SMTP_URL: 'smtp://mail.example.com:587',
      CHANCERY_LISTEN: '0.0.0.0:9000',
      CHANCERY_DATA_DIR: '',
    });

    expect(configuration).to.include({
      baseUrl: 'https://chancery.example.com',
      webUrl: 'https://chancery.example.com',
    });
    expect(configuration.settings).to.include({
      mailFrom: 'Chancery <no-reply@chancery.example.com>',
      emailVerification: 'required',
    });
    expect(loadConfiguration({ CHANCERY_LISTEN: '127.0.0.1:9000' }).baseUrl).to.equal(
      'http://127.0.0.1:9000',
    );
    expect(loadConfiguration({ CHANCERY_DEV: 'true' }).drainSeconds).to.equal(0);
  });

  const faulty: Readonly<Record<string, string>> = {
    CHANCERY_BASE_URL: 'http://chancery.example.com',
    CHANCERY_LISTEN: 'everywhere',
    CHANCERY_MASTER_KEY: 'hunter2hunter2',
    CHANCERY_LINK_KEYS: 'hunter2',
    CHANCERY_REGISTRATION: 'maybe',
    CHANCERY_PASSWORD_MIN_LENGTH: '65',
    CHANCERY_ARGON2: 'm=1,t=1,p=1',
    CHANCERY_ACCESS_TOKEN_SECONDS: '10m',
    CHANCERY_CORS_ORIGINS: 'https://app.example.com/path',
    CHANCERY_DATABASE_URL: 'mysql://user:hunter2@db',
    CHANCERY_AMQP_URL: 'http://user:hunter2@broker',
    CHANCERY_SMTP_URL: 'user:hunter2@mail',
    CHANCERY_TWILIO_FROM: 'hunter2',
    CHANCERY_DEV: 'yes',
    CHANCERY_LOG_LEVEL: 'loud',
    CHANCERY_RATE_LIMIT_SCALE: '-1',
  };

  it('names each fault on a line of its own and repeats no value', () => {
    const faults = faultsOf(faulty);

    expect(faults.map((fault) => fault.split(':')[0])).to.have.members(Object.keys(faulty));
    expect(faults.join('\n')).to.not.match(/hunter2|loud|maybe/);
  });

  for (const [title, environment, fault] of [
    ['half a Twilio account', { CHANCERY_TWILIO_ACCOUNT_SID: 'AC1' }, /all three or none/],
    [
      'development mode for the whole network',
      { CHANCERY_DEV: 'true', CHANCERY_LISTEN: '0.0.0.0:80', CHANCERY_MASTER_KEY: key },
      /CHANCERY_DEV/,
    ],
    ['a second process on the embedded database', { CHANCERY_WORKERS: 'none' }, /CHANCERY_WORKERS/],
    [
      'half a media server, and names what is missing beside what is set',
      { CHANCERY_LIVEKIT_URL: 'wss://live.example.com', CHANCERY_LIVEKIT_API_KEY: 'key' },
      /^CHANCERY_LIVEKIT_API_SECRET: missing beside CHANCERY_LIVEKIT_URL, CHANCERY_LIVEKIT_API_KEY; set all three or none\.$/,
    ],
  ] as const) {
    it(`refuses ${title}`, () => expect(faultsOf(environment).join('\n')).to.match(fault));
  }

  it('PWD-1: the least length of a password is 15, and may be set from 8 to 64', () => {
    const least = (text: string) =>
      loadConfiguration({ CHANCERY_PASSWORD_MIN_LENGTH: text }).settings.passwordMinLength;

    expect([loadConfiguration({}).settings.passwordMinLength, least('8'), least('64')]).to.deep.equal([
      15, 8, 64,
    ]);
    for (const text of ['7', '65'])
      expect(faultsOf({ CHANCERY_PASSWORD_MIN_LENGTH: text })).to.deep.equal([
        'CHANCERY_PASSWORD_MIN_LENGTH: give a whole number from 8 to 64.',
      ]);
  });

  it('finds variables that look like ours and are unknown', () => {
    expect(
      unknownVariables({ CHANCERY_DATABSE_URL: 'x', CHANCERY_API_KEY: 'x', CHANCERY_LISTEN: 'x', PATH: 'x' }),
    ).to.deep.equal(['CHANCERY_DATABSE_URL']);
  });

  it('explains every variable', () => {
    const table = configurationTable();

    expect(table.map(({ name }) => name)).to.deep.equal(Object.keys(variables.shape));
    for (const { name, shownDefault, meaning } of table) {
      expect(shownDefault, name).to.not.equal('');
      expect(meaning, name).to.match(/\.$/);
    }
  });

  it('BIL-1: without a processor workspaces are self_hosted and free of charge; with Stripe they begin on free', () => {
    const embedded = loadConfiguration({ CHANCERY_BILLING_COLLECTION: 'manual' });
    const stripe = loadConfiguration({
      CHANCERY_STRIPE_SECRET_KEY: 'rk_live_0a1B',
      CHANCERY_STRIPE_WEBHOOK_SECRETS: 'whsec_new, whsec_old',
    });

    expect(loadConfiguration({}).settings).to.deep.include({
      defaultPlanCode: 'self_hosted',
      billing: { processor: 'embedded', collection: 'none' },
    });
    expect(embedded.settings.billing.collection).to.equal('manual');
    expect(stripe.settings).to.deep.include({
      defaultPlanCode: 'free',
      billing: { processor: 'stripe', collection: 'automatic' },
    });
    expect(stripe.stripe?.webhookSecrets).to.deep.equal(['whsec_new', 'whsec_old']);
    for (const contradiction of [
      { CHANCERY_STRIPE_SECRET_KEY: 'rk_live_0a1B' },
      { CHANCERY_STRIPE_WEBHOOK_SECRETS: 'whsec_new' },
      {
        CHANCERY_STRIPE_SECRET_KEY: 'rk_live_0a1B',
        CHANCERY_STRIPE_WEBHOOK_SECRETS: 'whsec_new',
        CHANCERY_BILLING_COLLECTION: 'manual',
      },
    ])
      expect(() => loadConfiguration(contradiction)).to.throw(ConfigurationError);
  });
});
