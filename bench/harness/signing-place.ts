import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Chancery } from '@chancery/sdk';
import { aScrawl } from '../../packages/adapters-engines/src/signing-pdf/testing/images.ts';
import { type Answer, callApi } from './api-call.ts';

export interface RoundPerson {
  readonly key: string;
  readonly name: string;
  readonly email: string;
  readonly role?: 'signer' | 'approver' | 'copy';
  readonly verification?: 'none' | 'email';
}

/** What a program reads of the detail of a document. */
export interface DocumentDetail {
  readonly document: { readonly sha256: string; readonly signatureStatus: string };
  readonly signature: { readonly seal: { readonly status: string; readonly failureCode: string | null } };
  readonly versions: readonly { readonly kind: string; readonly sha256: string }[];
}

interface Field {
  readonly id: string;
  readonly kind: string;
  readonly mine: boolean;
}
interface SigningView {
  readonly signer: { readonly name: string; readonly role: string };
  readonly document: { readonly sha256: string };
  readonly consent: { readonly version: string };
  readonly fields: readonly Field[];
}

/** A document that was sent, and the secret of each person's link. */
export interface SentDocument {
  readonly id: string;
  readonly tokens: readonly string[];
}

export const threeSigners: readonly RoundPerson[] = ['Ada Lovelace', 'Grace Hopper', 'Αλέξανδρος'].map(
  (name, index) => ({ key: `signer-${index}`, name, email: `signer-${index}@example.com` }),
);

const scrawl = Buffer.from(aScrawl(400, 120)).toString('base64');

/** A person who sends documents to be signed, and those who sign, by the API. */
export class SigningPlace {
  readonly #baseUrl: string;
  readonly #person: { readonly email: string; readonly password: string };
  #session: { readonly token: string; readonly at: number };

  private constructor(baseUrl: string, person: { email: string; password: string }, token: string) {
    [this.#baseUrl, this.#person] = [baseUrl, person];
    this.#session = { token, at: performance.now() };
  }

  /** With a new person, who has a workspace of their own. */
  static async open(baseUrl: string): Promise<SigningPlace> {
    const person = { email: `sender-${randomUUID()}@example.com`, password: 'correct horse battery staple' };
    const { accessToken } = await new Chancery({ baseUrl }).identity.registerAccount({
      ...person,
      displayName: 'Margaret Harcourt',
    });
    return new SigningPlace(baseUrl, person, accessToken);
  }

  /** A token of the sender that is good for some time yet: a long run outlives many. */
  async token(): Promise<string> {
    if (performance.now() - this.#session.at > 1_800_000) {
      const answer = await new Chancery({ baseUrl: this.#baseUrl }).identity.login(this.#person);
      if (!('accessToken' in answer)) throw new Error('The sender could not sign in');
      this.#session = { token: answer.accessToken, at: performance.now() };
    }
    return this.#session.token;
  }

  /** Uploads a file and sends it to these people, each with a field for a signature and one for a date on the last page. */
  async send(file: Uint8Array, people: readonly RoundPerson[], pages: number): Promise<SentDocument> {
    const id = await this.#upload(file);
    const place = { page: pages, width: 0.3, height: 0.05 };
    const signing = people.filter(({ role = 'signer' }) => role === 'signer');
    const fields = signing.flatMap(({ key }, index) => [
      { signerKey: key, kind: 'signature', ...place, x: 0.1, y: 0.5 + index * 0.1 },
      { signerKey: key, kind: 'date', ...place, x: 0.5, y: 0.5 + index * 0.1 },
    ]);
    // Nobody gets more mails of a workspace in a day than people would bear, so each document has people of its own.
    const signers = people.map((person) => ({ ...person, email: `${id}-${person.email}` }));
    await this.#sent(id, { signers, fields, reminders: null });
    const detail = await this.owner<{ readonly signers: readonly { id: string; role: string }[] }>(
      `GET /api/v1/documents/${id}`,
    );
    const tokens: string[] = [];
    for (const signer of detail.signers)
      if (signer.role !== 'copy') {
        const { url } = await this.owner<{ url: string }>(
          `POST /api/v1/documents/${id}/signers/${signer.id}/link`,
        );
        tokens.push(new URL(url).hash.slice('#token='.length));
      }
    return { id, tokens };
  }

  /** Uploads a file, and gives the body by which it is sent to these people, each with a field for a signature on its first page. */
  async prepared(file: Uint8Array, people: readonly RoundPerson[]): Promise<{ id: string; body: object }> {
    const id = await this.#upload(file);
    const place = { page: 1, x: 0.1, y: 0.5, width: 0.3, height: 0.05 };
    const fields = people.map(({ key }) => ({ signerKey: key, kind: 'signature', ...place }));
    const signers = people.map((person) => ({ ...person, email: `${id}-${person.email}` }));
    await this.owner(`PUT /api/v1/documents/${id}/signers`, { signers, fields, reminders: null });
    return { id, body: {} };
  }

  /** What the holder of a link gives to be done: a drawn signature, and a typed one where that is asked for. */
  async completion(token: string, method: 'drawn' | 'typed' = 'drawn'): Promise<object> {
    const view = await this.#asked<SigningView>(`GET /api/v1/document-signing/${token}`);
    const signs = view.fields.some(({ mine, kind }) => mine && kind === 'signature');
    const signature = method === 'drawn' ? { method, image: scrawl } : { method, text: view.signer.name };
    return {
      intent: view.signer.role === 'approver' ? 'approve' : 'sign',
      documentSha256: view.document.sha256,
      consent: { accepted: true, version: view.consent.version },
      fields: [],
      timeZone: 'Europe/Berlin',
      ...(signs ? { signature } : {}),
    };
  }

  async complete(token: string, completion: object): Promise<void> {
    await this.#asked(`POST /api/v1/document-signing/${token}/complete`, completion);
  }

  /** Everybody signs but the last one, whose completion is given back. */
  async completedButLast({ tokens }: SentDocument): Promise<() => Promise<void>> {
    for (const token of tokens.slice(0, -1)) await this.complete(token, await this.completion(token));
    const last = tokens.at(-1) ?? '';
    const completion = await this.completion(last, 'typed');
    return () => this.complete(last, completion);
  }

  detail(id: string): Promise<DocumentDetail> {
    return this.owner(`GET /api/v1/documents/${id}`);
  }

  /** Waits until the seal of a document is there, or has failed for good. */
  async settled(id: string, patienceSeconds = 60): Promise<DocumentDetail> {
    const deadline = performance.now() + patienceSeconds * 1000;
    for (;;) {
      const detail = await this.detail(id);
      const { status } = detail.signature.seal;
      if (status === 'sealed' || status === 'failed' || performance.now() > deadline) return detail;
      await wait(25);
    }
  }

  /** The bytes of a version. */
  async content(id: string, variant: string): Promise<Buffer> {
    const response = await fetch(`${this.#baseUrl}/api/v1/documents/${id}/content?variant=${variant}`, {
      headers: { authorization: `Bearer ${await this.token()}` },
    });
    if (response.status !== 200) throw new Error(`The content is answered with ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  }

  /** A call of the owner; throws unless it succeeds. */
  async owner<Data>(route: string, body?: object): Promise<Data> {
    return this.#asked(route, body, await this.token());
  }

  /** Sends a document, once it was looked into: on a busy machine a job does that. */
  async #sent(id: string, body: object): Promise<void> {
    const route = `POST /api/v1/documents/${id}/send`;
    for (;;) {
      const { status, code, text } = await this.answered(route, body, await this.token());
      if (status === 201) return;
      if (code !== 'document.not_inspected' && status !== 503) throw new Error(`${route}: ${status} ${text}`);
      await wait(1000);
    }
  }

  async #asked<Data>(route: string, body?: object, credential: string | null = null): Promise<Data> {
    for (let tries = 0; ; tries += 1) {
      const { status, data, text } = await this.answered<Data>(route, body, credential);
      if (status < 300 && data !== null) return data;
      // A busy machine says so, and has done nothing.
      if (status !== 503 || tries === 30) throw new Error(`${route}: ${status} ${text}`);
      await wait(1000);
    }
  }

  /** A call whose answer may be a refusal. */
  answered<Data>(route: string, body: object | undefined, credential: string | null): Promise<Answer<Data>> {
    const posts = !route.startsWith('GET ');
    return callApi<Data>(this.#baseUrl, {
      route,
      credential,
      patienceSeconds: 60,
      ...(posts ? { body: body ?? {}, idempotencyKey: randomUUID() } : {}),
    });
  }

  async #upload(file: Uint8Array): Promise<string> {
    const body = new FormData();
    body.set('file', new Blob([Uint8Array.from(file)], { type: 'application/pdf' }), 'lease.pdf');
    const response = await fetch(`${this.#baseUrl}/api/v1/documents/upload`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${await this.token()}` },
    });
    const { data } = JSON.parse(await response.text());
    if (response.status !== 201) throw new Error(`The upload is answered with ${response.status}`);
    return data.document.id;
  }
}
