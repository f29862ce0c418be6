import { parseComponent, type ComponentId } from '../../../../src-main/signatures/component.ts';
import {
  generatePrivateKey,
  publicHalf,
  signingKey,
  verifyingKey,
  type SigningKey,
  type VerifyingKey,
} from '../../../../src-main/signatures/keys.ts';
import {
  requestMessage,
  type AnswerMessage,
  type HeaderLine,
  type RequestMessage,
} from '../../../../src-main/signatures/message.ts';

/** Component identifiers from their short text. */
export function ids(...texts: readonly string[]): readonly ComponentId[] {
  return texts.map((text) => {
    const parsed = parseComponent(text);
    if (!parsed.ok) throw new Error(`Not a component: ${text}`);
    return parsed.value;
  });
}

export function keyPair(keyId: string): { readonly signing: SigningKey; readonly verifying: VerifyingKey } {
  const jwk = generatePrivateKey();
  return { signing: signingKey(keyId, jwk), verifying: verifyingKey(keyId, publicHalf(jwk)) };
}

/** Looks keys up as a service or a partner would. */
export function keyring(...keys: readonly VerifyingKey[]): (kid: string) => VerifyingKey | undefined {
  return (kid) => keys.find((key) => key.kid === kid);
}

export function sampleRequest(headers: readonly HeaderLine[] = [['Nonce', 'n-1']]): RequestMessage {
  return requestMessage('POST', 'https://service.example/v1/orders?a=1&b=%20x', headers);
}

export function sampleAnswer(
  headers: readonly HeaderLine[] = [['Content-Type', 'application/json']],
  request: RequestMessage | null = sampleRequest(),
): AnswerMessage {
  return { kind: 'answer', status: 201, headers, request };
}
