import {
  aPng,
  aStranger,
  type MemoryKeyVault,
  mailedToken,
  portalOffice,
} from '@chancery/adapters-persistence/testing';
import { expect } from 'chai';
import { hexOf, sha256 } from '../../kernel/crypto.ts';
import { openedOfScope } from '../../kernel/scope-seal.ts';

const ann = 'ann.smith@example.org';
const statementText = 'I agree that my records go to my insurer.';
const drawn = aPng('a hand of its own');

interface Stored {
  readonly id: string;
  readonly sealed: Uint8Array;
  readonly keyId: string | null;
}

/** Ann draws her name under a consent, and the recipient of a package under its terms. */
async function drawing(before: (here: Awaited<ReturnType<typeof portalOffice>>) => Promise<unknown>) {
  const here = await portalOffice();
  const { chancery, aCase, bo, sql, workspaceId } = here;
  const { governance } = chancery;
  await before(here);
  await governance.createRecordConsent(
    {
      ...{ subjectId: aCase.primarySubjectId, category: 'disclosure', method: 'portal', statementText },
      grantedBy: { kind: 'subject', name: 'Ann Smith' },
      requestSignature: { email: ann },
    },
    bo.session,
  );
  await governance.decidePortalConsent(
    {
      ...{ token: await mailedToken(here, ann, 'consent'), decision: 'accept', kind: 'record_consent' },
      ...{ signerName: 'Ann Smith', signerRelationship: 'self', agreedToElectronic: true },
      ...{ statementSha256: hexOf(sha256(statementText)), drawnSignaturePng: drawn },
    },
    aStranger(),
  );
  const { token } = await here.released();
  await here.decide(token, 'accept', { typedSignature: undefined, drawnSignaturePng: drawn });

  const [key] = await sql<{ keyId: string }>('select key_id "keyId" from record_keys where scope_id = $1', [
    aCase.primarySubjectId,
  ]);
  const stored = async (table: 'consents' | 'portal_decisions') => {
    const [row] = await sql<Stored>(
      `select id, sealed_drawing sealed, drawing_key_id "keyId" from ${table}
       where workspace_id = $1 and sealed_drawing is not null`,
      [workspaceId],
    );
    if (row === undefined) throw new Error(`Nothing was drawn in ${table}`);
    return row;
  };
  return { ...here, keyId: key?.keyId ?? '', stored };
}

const places = { consents: 'consent-drawing', portal_decisions: 'portal-drawing' } as const;
const tables = ['consents', 'portal_decisions'] as const;

describe('drawn signatures', () => {
  it('GOV-26: are under the key of the subject that the consent or the package is about, and open with it alone', async () => {
    const { keyId, stored, ports, workspaceId } = await drawing(async () => undefined);
    const bytes = await (ports.keyVault as MemoryKeyVault).open(workspaceId, keyId);
    if (bytes === null) throw new Error('The key is not there');

    for (const table of tables) {
      const { id, sealed, keyId: under } = await stored(table);
      const place = `${workspaceId}|${table}|${id}|drawing`;
      expect(under).to.equal(keyId);
      expect(Buffer.from(openedOfScope({ id: keyId, bytes }, sealed, place)).toString('base64')).to.equal(
        drawn,
      );
      expect(() => openedOfScope({ id: keyId, bytes: new Uint8Array(32).fill(1) }, sealed, place)).to.throw();
      expect(() => ports.keyRing.open(sealed, `${places[table]}:${id}`)).to.throw();
    }
  });

  it('GOV-26: are under the key ring where that key cannot seal yet', async () => {
    const { stored, ports } = await drawing(({ sql, workspaceId }) =>
      // As keys are that were made before anything was sealed for them.
      sql('update record_keys set public_key = null where workspace_id = $1', [workspaceId]),
    );

    for (const table of tables) {
      const { id, sealed, keyId } = await stored(table);
      expect(keyId).to.equal(null);
      expect(Buffer.from(ports.keyRing.open(sealed, `${places[table]}:${id}`)).toString('base64')).to.equal(
        drawn,
      );
    }
  });
});
