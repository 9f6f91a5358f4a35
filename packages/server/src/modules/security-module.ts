import { type Database, signingKeyStore } from '@chancery/adapters-persistence';
import {
  Argon2PasswordHasher,
  BowserDeviceParser,
  BreachedFilter,
  FileKeyVault,
  generateSigningKey,
  HmacLinkTokens,
  JoseTokenSigner,
  libPhoneNumbers,
  loadOrCreateMasterKey,
  MasterKeyRing,
  OtpauthTotpVerifier,
  RootedKeyRing,
  RotatingTokenSigner,
  SimpleWebAuthnPasskeyVerifier,
  ZxcvbnBlocklist,
} from '@chancery/adapters-services';
import { aesRecordCipher, type Clock, type PasswordBlocklist, systemIds, systemRandom } from '@chancery/core';
import { ContainerModule } from 'inversify';
import type { Configuration } from '../configuration.ts';
import { ConfigurationError } from '../configuration-error.ts';
import { tokens } from '../tokens.ts';

/** Keys, tokens and passwords. What is derived for them comes from the root secret, which is read after the database is migrated. */
export const securityModule = new ContainerModule(({ bind }) => {
  bind(tokens.keyRing).toResolvedValue(openKeyRing, [tokens.configuration]).inSingletonScope();
  bind(tokens.keyVault)
    .toResolvedValue(openKeyVault, [tokens.configuration, tokens.keyRing, tokens.clock])
    .inSingletonScope();
  bind(tokens.recordCipher).toConstantValue(aesRecordCipher(systemRandom));
  bind(tokens.linkTokens)
    .toResolvedValue(
      ({ linkKeys }: Configuration, keyRing: RootedKeyRing) => linkTokensOf(linkKeys, keyRing),
      [tokens.configuration, tokens.keyRing],
    )
    .inSingletonScope();
  bind(tokens.passwords)
    .toResolvedValue(openHasher, [tokens.configuration, tokens.keyRing])
    .inSingletonScope();
  bind(tokens.blocklist)
    .toResolvedValue(openBlocklist, [tokens.configuration])
    .inSingletonScope()
    .onDeactivation((blocklist) => (blocklist instanceof FilteringBlocklist ? blocklist.close() : undefined));
  bind(tokens.totp).toConstantValue(new OtpauthTotpVerifier());
  bind(tokens.passkeys)
    .toResolvedValue(
      ({ webAuthn }: Configuration) => new SimpleWebAuthnPasskeyVerifier(webAuthn),
      [tokens.configuration],
    )
    .inSingletonScope();
  bind(tokens.devices).toConstantValue(new BowserDeviceParser());
  bind(tokens.phoneNumbers).toConstantValue(libPhoneNumbers);
  bind(tokens.tokens)
    .toResolvedValue(openSigner, [tokens.configuration, tokens.database, tokens.keyRing])
    .inSingletonScope();
});

const openKeyRing = async ({ masterKey, dataDirectory }: Configuration) =>
  new RootedKeyRing(new MasterKeyRing(masterKey ?? (await loadOrCreateMasterKey(dataDirectory))));

const openKeyVault = (
  { keyVaultFolder }: Configuration,
  keyRing: RootedKeyRing,
  clock: Clock,
): FileKeyVault =>
  new FileKeyVault({ folder: keyVaultFolder, keyRing, clock, random: systemRandom, ids: systemIds });

export const linkTokensOf = (
  linkKeys: Configuration['linkKeys'],
  keyRing: Pick<RootedKeyRing, 'derive'>,
): HmacLinkTokens => new HmacLinkTokens(linkKeys, () => keyRing.derive('link-tokens'));

function openHasher({ argon2, hashConcurrency }: Configuration, keyRing: RootedKeyRing) {
  return new Argon2PasswordHasher({
    ...argon2,
    peppers: () => keyRing.peppers(),
    ...(hashConcurrency === null ? {} : { concurrency: hashConcurrency }),
  });
}

function openBlocklist({ breachedPasswordsFile }: Configuration): PasswordBlocklist {
  if (breachedPasswordsFile === null) return new ZxcvbnBlocklist();
  try {
    return new FilteringBlocklist(new BreachedFilter(breachedPasswordsFile));
  } catch {
    throw new ConfigurationError([
      'CHANCERY_BREACHED_PASSWORDS_FILE: give a file that chancery passwords build-filter made.',
    ]);
  }
}

class FilteringBlocklist extends ZxcvbnBlocklist {
  readonly #filter: BreachedFilter;

  constructor(filter: BreachedFilter) {
    super((password) => filter.has(password));
    this.#filter = filter;
  }

  close(): void {
    this.#filter.close();
  }
}

/** The installation's keys are in the database, which may not be migrated yet; until they are read, a random key takes their place. */
async function openSigner(
  { baseUrl, settings, tokenAlgorithm }: Configuration,
  database: Database,
  keyRing: RootedKeyRing,
): Promise<RotatingTokenSigner> {
  const standIn = { ...(await generateSigningKey()), status: 'active' as const };
  return new RotatingTokenSigner({
    signer: new JoseTokenSigner(baseUrl, [standIn]),
    store: signingKeyStore(database),
    keyRing,
    accessTokenSeconds: settings.accessTokenSeconds,
    algorithm: tokenAlgorithm,
  });
}
