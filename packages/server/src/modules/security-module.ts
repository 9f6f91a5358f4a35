import {
  Argon2PasswordHasher,
  BowserDeviceParser,
  generateSigningKey,
  HmacLinkTokens,
  JoseTokenSigner,
  loadOrCreateMasterKey,
  MasterKeyRing,
  ZxcvbnBlocklist,
} from '@chancery/adapters-services';
import { ContainerModule } from 'inversify';
import type { Configuration } from '../configuration.ts';
import { tokens } from '../tokens.ts';

/** Keys, tokens and passwords; all of it hangs on the master key. */
export const securityModule = new ContainerModule(({ bind }) => {
  bind(tokens.keyRing).toResolvedValue(openKeyRing, [tokens.configuration]).inSingletonScope();
  bind(tokens.linkTokens)
    .toResolvedValue(
      ({ linkKeys }: Configuration, keyRing: MasterKeyRing) =>
        new HmacLinkTokens([...linkKeys, { number: 0, key: keyRing.derive('link-tokens') }]),
      [tokens.configuration, tokens.keyRing],
    )
    .inSingletonScope();
  bind(tokens.passwords)
    .toResolvedValue(openHasher, [tokens.configuration, tokens.keyRing])
    .inSingletonScope();
  bind(tokens.blocklist).toConstantValue(new ZxcvbnBlocklist());
  bind(tokens.devices).toConstantValue(new BowserDeviceParser());
  bind(tokens.tokens).toResolvedValue(openSigner, [tokens.configuration]).inSingletonScope();
});

const openKeyRing = async ({ masterKey, dataDirectory }: Configuration) =>
  new MasterKeyRing(masterKey ?? (await loadOrCreateMasterKey(dataDirectory)));

function openHasher({ argon2, hashConcurrency }: Configuration, keyRing: MasterKeyRing) {
  const pepper = { kid: 'derived', key: keyRing.derive('password-pepper') };
  return new Argon2PasswordHasher({
    ...argon2,
    peppers: [pepper],
    ...(hashConcurrency === null ? {} : { concurrency: hashConcurrency }),
  });
}

/** The installation's keys are in the database, which may not be migrated yet; until they are read, a key that nobody knows stands in. */
const openSigner = async ({ baseUrl }: Configuration) =>
  new JoseTokenSigner(baseUrl, [{ ...(await generateSigningKey()), status: 'active' }]);
