import {
  serializeDictionary,
  Token,
  type BareItem,
  type InnerList,
  type Item,
  type Parameters,
} from 'structured-headers';
import { z } from 'zod';
import { parseComponent } from '../../../src-main/signatures/component.ts';
import { readDictionary } from '../../../src-main/signatures/dictionary.ts';
import { generatePrivateKey, signingKey } from '../../../src-main/signatures/keys.ts';
import { requestMessage } from '../../../src-main/signatures/message.ts';
import { signMessage, type SignatureParameter } from '../../../src-main/signatures/sign.ts';
import { difference, readFixture, type Case, type Suite } from './suite.ts';

const readSchema = z.array(
  z.strictObject({
    source: z.string(),
    text: z.string(),
    members: z.array(z.tuple([z.string(), z.unknown()])).optional(),
    written: z.string().optional(),
    refused: z.string().optional(),
  }),
);
const parameter = z.union([
  z.tuple([z.enum(['created', 'expires']), z.number()]),
  z.tuple([z.enum(['keyid', 'alg', 'nonce', 'tag']), z.string()]),
]);
const writtenSchema = z.array(
  z.strictObject({
    source: z.string(),
    label: z.string(),
    components: z.array(z.string()),
    parameters: z.array(parameter),
    written: z.string().optional(),
    refused: z.string().optional(),
  }),
);

/** Every type that a signature or digest field of ours may hold, read and written, with what is refused. */
export const structuredFieldSuites: readonly Suite[] = [
  {
    name: 'RFC 8941: structured fields, read',
    cases: () => readFixture('structured-fields-read', readSchema).map(readCase),
  },
  {
    name: 'RFC 8941: structured fields, written',
    cases: () => readFixture('structured-fields-written', writtenSchema).map(writtenCase),
  },
];

function readCase({ source, text, members, written, refused }: z.infer<typeof readSchema>[number]): Case {
  const reading = readDictionary(text);
  const name = `${source}: ${text}`;
  if (!reading.ok) return { name, fault: difference(reading.reason, refused) };
  const values = [...reading.members].map(([key, member]) => [key, described(member)]);
  return {
    name,
    fault: difference(values, members) ?? difference(serializeDictionary(reading.members), written ?? text),
  };
}

function writtenCase({
  source,
  label,
  components,
  parameters,
  written,
  refused,
}: z.infer<typeof writtenSchema>[number]): Case {
  const keyid = parameters.find(([name]) => name === 'keyid')?.[1];
  const signed = signMessage({
    message: requestMessage('GET', 'https://shop.example/', [['Content-Type', 'text/plain']]),
    label,
    parameters: parameters satisfies readonly SignatureParameter[],
    components: components.flatMap((text) => {
      const parsed = parseComponent(text);
      return parsed.ok ? [parsed.value] : [];
    }),
    key: signingKey(String(keyid), generatePrivateKey()),
  });
  return {
    name: `${source}: ${JSON.stringify([label, ...parameters])}`,
    fault: difference(signed.ok ? signed.value.signatureInput : signed.error.code, refused ?? written),
  };
}

/** A member as the fixtures write it: every value under the name of its type. */
function described([value, parameters]: Item | InnerList): unknown {
  const shown = Array.isArray(value) ? { list: value.map(described) } : bare(value);
  return parameters.size === 0 ? shown : { ...shown, parameters: entries(parameters) };
}

function entries(parameters: Parameters): unknown {
  return [...parameters].map(([name, value]) => [name, bare(value)]);
}

function bare(value: BareItem): Readonly<Record<string, unknown>> {
  if (typeof value === 'number') return Number.isInteger(value) ? { integer: value } : { decimal: value };
  if (typeof value === 'string') return { string: value };
  if (typeof value === 'boolean') return { boolean: value };
  if (value instanceof ArrayBuffer) return { bytes: Buffer.from(value).toString('hex') };
  return value instanceof Token ? { token: value.toString() } : { unknown: typeof value };
}
