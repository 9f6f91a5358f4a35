import { expect } from 'chai';
import { type Served, served } from '../testing/served.ts';

describe('proofs of the ledger over HTTP', () => {
  let http: Served;
  before(async () => {
    http = await served();
  });
  after(() => http.close());

  it('REC-80: the number of an event stands in the path, and its proof comes as text', async () => {
    const token = http.owner.session.credential ?? '';
    const audit = '/api/v1/records/audit';
    const made = await http.call(`POST ${audit}/checkpoints`, { token, body: {} });
    expect(made.status).to.equal(201);
    const { size } = made.body.data.checkpoint;

    const proof = await http.call(`GET ${audit}/events/${size}/proof?event=true`, { token });

    expect(proof.status).to.equal(200);
    expect(proof.headers.get('content-type')).to.equal('text/plain; charset=utf-8');
    expect(proof.headers.get('content-disposition')).to.equal(`inline; filename=event-${size}.proof.txt`);
    // That it verifies is held by the tests of the use case.
    expect(proof.text).to.match(new RegExp(`^c2sp.org/tlog-proof@v1\\nextra [^\\n]+\\nindex ${size - 1}\\n`));
    expect(proof.text.endsWith(made.body.data.checkpoint.text)).to.equal(true);
    expect(proof.text.length).to.be.below(3072);
    const unknown = await http.call(`GET ${audit}/events/900000/proof`, { token });
    expect(unknown.body.error.code).to.equal('audit.event_not_found');
    const line = { signatureLine: '\u2014 witness.example AAAAAAAAAA==' };
    const cosigned = await http.call(`POST ${audit}/checkpoints/${size}/cosignatures`, { token, body: line });
    expect(cosigned.body.error.code).to.equal('audit.witness_unknown');
    const [origin] = made.body.data.checkpoint.text.split('\n');
    const keysOfLog = await http.call(
      `GET /.well-known/chancery-audit.json?origin=${encodeURIComponent(origin)}`,
    );
    expect(keysOfLog.status).to.equal(200);
    expect(keysOfLog.headers.get('content-disposition')).to.equal('inline; filename=chancery-audit.json');
    expect(JSON.parse(keysOfLog.text).vkeys).to.have.length(1);
    expect(keysOfLog.headers.get('cache-control')).to.equal('public, max-age=300');
  });
});
