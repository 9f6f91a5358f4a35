import { fromBER, Integer, Null, OctetString, Sequence } from 'asn1js';
import {
  AlgorithmIdentifier,
  ContentInfo,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs';

const sha256 = '2.16.840.1.101.3.4.2.1';
const signedData = '1.2.840.113549.1.7.2';

/** Why an answer of an authority is no time-stamp for this request; a sentence for operators. */
export class UnfitAnswer extends Error {
  override readonly name = 'UnfitAnswer';
}

/** TimeStampReq (RFC 3161, 2.4.1) over a SHA-256 digest, which asks for the certificate too. */
export function timestampRequest(digest: Uint8Array, nonce: Uint8Array): Uint8Array {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: sha256, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: new Uint8Array(digest).buffer }),
    }),
    nonce: new Integer({ valueHex: new Uint8Array(nonce).buffer }),
    certReq: true,
  });
  return new Uint8Array(request.toSchema().toBER());
}

/**
 * The token of a TimeStampResp (RFC 3161, 2.4.2) as its bytes are, and its instant. Throws `UnfitAnswer` if the authority
 * refused, or if the token is about another digest or another request.
 */
export function answeredToken(
  answer: Uint8Array,
  asked: { readonly digest: Uint8Array; readonly nonce: Uint8Array },
): { readonly token: Uint8Array; readonly at: string } {
  const { status, token } = responseOf(answer);
  if (status > 1) throw new UnfitAnswer(`The authority refused (status ${status}).`);
  if (token === null) throw new UnfitAnswer('The authority answered without a token.');
  const info = infoOf(token);
  const { hashAlgorithm, hashedMessage } = info.messageImprint;
  const isAboutDigest =
    hashAlgorithm.algorithmId === sha256 && Buffer.from(hashedMessage.getValue()).equals(asked.digest);
  if (!isAboutDigest) throw new UnfitAnswer('The token is about something else.');
  const nonce = info.nonce === undefined ? null : Buffer.from(info.nonce.valueBlock.valueHexView);
  if (nonce === null || !nonce.equals(asked.nonce))
    throw new UnfitAnswer('The token answers another request.');
  return { token, at: info.genTime.toISOString() };
}

function responseOf(answer: Uint8Array): { readonly status: number; readonly token: Uint8Array | null } {
  const { offset, result } = fromBER(new Uint8Array(answer).buffer);
  try {
    if (offset <= 0 || !(result instanceof Sequence)) throw new TypeError();
    const { status } = new TimeStampResp({ schema: result });
    // As it was written: encoded anew, other bytes could stand under the signature.
    const token = result.valueBlock.value[1];
    return {
      status: status.status,
      token: token === undefined ? null : new Uint8Array(token.valueBeforeDecodeView),
    };
  } catch {
    throw new UnfitAnswer('The answer is no time-stamp response (RFC 3161).');
  }
}

function infoOf(token: Uint8Array): TSTInfo {
  try {
    const message = ContentInfo.fromBER(new Uint8Array(token).buffer);
    if (message.contentType !== signedData) throw new TypeError();
    const { eContent } = new SignedData({ schema: message.content }).encapContentInfo;
    if (eContent === undefined) throw new TypeError();
    return TSTInfo.fromBER(eContent.getValue());
  } catch {
    throw new UnfitAnswer('The token is no time-stamp.');
  }
}
