import type { RequestMessage } from '../../../../src-main/signatures/message.ts';
import { faithfulWriting, signAnew } from '../anew.ts';
import { changedTrees, treeOf, writeTree, type Tree } from '../json-tree.ts';
import type { Mutant } from '../mutant.ts';
import type { Sample } from '../samples.ts';
import { coveredHeaders, type ServiceKey, type AnswerContent } from '../service.ts';

interface Keys {
  readonly service: ServiceKey;
  /** The service's kid over another key. */
  readonly impostor: ServiceKey;
  readonly stranger: ServiceKey;
}

/**
 * Every member of the body dropped, doubled or moved: as it would be changed on the way, with the digest put right,
 * signed by whoever is not the service, and as a control by the service itself, which must be accepted.
 */
export function* jsonMembers(sample: Sample, keys: Keys): Generator<Mutant> {
  for (const [what, text] of changedBodies(sample.content)) {
    const {
      request,
      genuine: { raw },
    } = sample;
    const body = new TextEncoder().encode(text);
    const content: AnswerContent = { ...sample.content, body };
    yield { group: 'JSON members', label: `member ${what}`, raw: { ...raw, body } };
    yield {
      group: 'JSON members',
      label: `member ${what}, digest put right`,
      raw: { ...raw, body, headers: withDigest(raw.headers, content) },
    };
    yield {
      group: 'JSON members',
      label: `member ${what}, signed by another key`,
      raw: signedBy(keys.impostor, request, content),
    };
    yield {
      group: 'JSON members',
      label: `member ${what}, signed by an unknown key`,
      raw: signedBy(keys.stranger, request, content),
    };
    const anew = signAnew(keys.service, request, content, faithfulWriting(keys.service, request, content));
    yield { group: 'signed anew', label: `member ${what}, by the service`, raw: anew.raw, expected: anew.truth };
  }
}

export function* changedBodies({
  body,
}: Pick<AnswerContent, 'body'>): Generator<readonly [what: string, text: string]> {
  const text = new TextDecoder().decode(body);
  const tree = treeOf(JSON.parse(text));
  for (const [what, changed] of changedTrees(tree, memberChanges)) {
    const written = writeTree(changed);
    if (written !== text) yield [what, written];
  }
}

function memberChanges({ members }: Extract<Tree, { kind: 'object' }>): (readonly [string, Tree])[] {
  const objectOf = (changed: typeof members): Tree => ({ kind: 'object', members: changed });
  const each = members.flatMap(([name, value], index): (readonly [string, Tree])[] => [
    ['dropped', objectOf(members.toSpliced(index, 1))],
    ['doubled', objectOf([...members, [name, value]])],
    ['doubled, the last one other', objectOf([...members, [name, otherThan(value)]])],
    ['doubled, the first one other', objectOf([[name, otherThan(value)], ...members])],
    ['moved', objectOf([[name, value], ...members.toSpliced(index, 1)])],
    ['with another value', objectOf(members.with(index, [name, otherThan(value)]))],
    ['null', objectOf(members.with(index, [name, { kind: 'leaf', value: null }]))],
  ]);
  return [
    ...each,
    ['reversed', objectOf(members.toReversed())],
    ['__proto__ added', objectOf([...members, ['__proto__', objectOf(members)]])],
  ];
}

function otherThan(value: Tree): Tree {
  if (value.kind !== 'leaf') return { kind: 'leaf', value: 'no longer a structure' };
  if (typeof value.value === 'string')
    return { kind: 'leaf', value: `${value.value.slice(0, -1)}${value.value.endsWith('0') ? '1' : '0'}` };
  if (typeof value.value === 'number') return { kind: 'leaf', value: value.value + 1 };
  return { kind: 'leaf', value: value.value !== true };
}

function signedBy(key: ServiceKey, request: RequestMessage, content: AnswerContent) {
  return signAnew(key, request, content, faithfulWriting(key, request, content)).raw;
}

function withDigest(headers: Sample['genuine']['raw']['headers'], content: AnswerContent) {
  const digest = coveredHeaders(content).find(([name]) => name === 'content-digest');
  return headers.map((line) => (line[0] === 'content-digest' && digest !== undefined ? digest : line));
}
