import { expect } from 'chai';
import {
  ConfigurationError,
  configurationTable,
  loadConfiguration,
  unknownVariables,
} from './configuration.ts';
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

  it('lets one setting follow from another where nothing is said', () => {
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
    CHANCERY_PASSWORD_MIN_LENGTH: '7',
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
  ] as const) {
    it(`refuses ${title}`, () => expect(faultsOf(environment).join('\n')).to.match(fault));
  }

  it('finds variables that look like ours and mean nothing', () => {
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
});
