import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { journal } from '../../../../../../src-main/hosts/cli/commands/journal.ts';
import { orderText } from '../../../orders/kept-text.ts';
import { codes, completed, Till, value } from '../../../orders/till.ts';
import { runCommand } from './run-command.ts';

const exportedSchema = z.object({
  items: z.array(
    z.object({
      seq: z.number(),
      at: z.string(),
      subject: z.string(),
      kind: z.string(),
      body: z.record(z.string(), z.json()),
      hash: z.string(),
    }),
  ),
  withheld: z.array(z.strictObject({ seq: z.number(), hash: z.string() })).optional(),
  nextCursor: z.string().optional(),
});
type Exported = z.infer<typeof exportedSchema>;

/** What an auditor writes who has nothing but the export and the page that describes the chain. */
function numbersThatHold({ items, withheld = [] }: Exported): readonly number[] {
  const hashes = new Map([...items, ...withheld].map(({ seq, hash }) => [seq, hash]));
  return items
    .filter(({ seq, at, subject, kind, body, hash }) => {
      const previous = seq === 1 ? Buffer.alloc(32) : Buffer.from(hashes.get(seq - 1) ?? '', 'base64url');
      const link = [int64(seq), int64(Date.parse(at)), subject, kind, sorted(body), previous].map((part) => {
        const bytes = Buffer.from(part);
        const length = Buffer.alloc(4);
        length.writeUInt32BE(bytes.length);
        return Buffer.concat([length, bytes]);
      });
      const digest = createHash('sha256').update('counterfoil journal event 1\n').update(Buffer.concat(link)).digest();
      return digest.toString('base64url') === hash;
    })
    .map(({ seq }) => seq);
}

function int64(number: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(BigInt(number));
  return bytes;
}

/** JSON with the members of each object by their names, without white space. */
function sorted(parsed: unknown): string {
  if (Array.isArray(parsed)) return `[${parsed.map(sorted).join(',')}]`;
  if (typeof parsed !== 'object' || parsed === null) return JSON.stringify(parsed);
  const members = Object.entries(parsed).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${sorted(member)}`).join(',')}}`;
}

const reference = 'LAYLA-HASSAN 0791/44';

it('exports a chain that holds for whoever has no text and no key, and shows one reference where its salt is given', async () => {
  const till = await Till.open();
  const [sold, open] = [till.place({ externalReference: reference }), till.place({ quantity: 3 })];
  till.service.script(completed(sold, { soldCards: codes }), 'drop');
  for (const operationId of [sold, open]) await till.resume(operationId);
  value(await till.counter.reveals.show(sold));
  const { body = '', commitments } = till.facts(sold).intent;
  const salt = orderText(till, sold).referenceSalt;
  const { rows } = value(till.counter.localRecords.journal.verify());
  till.close();
  const { value: all } = await runCommand(till.directory, journal, 'events --all');
  const exported = exportedSchema.parse(all);
  const withheld = exported.withheld?.map(({ seq }) => seq) ?? [];
  expect(withheld.length).toBeGreaterThan(1);
  const numbers = exported.items.map(({ seq }) => seq);
  expect([...numbers, ...withheld].toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: rows }, (_, at) => at + 1),
  );
  expect(numbersThatHold(exported)).toEqual(numbers);
  const text = JSON.stringify(all);
  for (const secret of [reference, 'LAYLA', 'layla', '0791', JSON.stringify(body).slice(1, -1), 'expectedUnitPrice'])
    expect(text).not.toContain(secret);
  // A change of any event shows, also of a commitment.
  const at = exported.items.findIndex(({ subject, kind }) => subject === sold && kind === 'order-intended');
  const forged = exported.items.with(at, {
    ...z.object(exportedSchema.shape.items.element.shape).parse(exported.items[at]),
    body: { ...exported.items[at]?.body, commitments: { body: 'another', reference: commitments?.reference ?? '' } },
  });
  expect(numbersThatHold({ ...exported, items: forged })).toEqual(numbers.filter((_, each) => each !== at));
  // Salt and text alone show what the chain holds; another text does not.
  const committed = (own: string) =>
    createHash('sha256')
      .update('counterfoil order reference 1\0')
      .update(Buffer.from(salt, 'base64url'))
      .update(own)
      .digest('base64url');
  expect(exported.items[at]?.body['commitments']).toMatchObject({ reference: committed(reference) });
  expect(committed('LAYLA-HASSAN 0791/45')).not.toBe(commitments?.reference);
});

it('names what it leaves out on each page, and nothing where nothing is', async () => {
  const till = await Till.open();
  const operationId = till.place();
  till.close();
  expect(await runCommand(till.directory, journal, `events ${operationId}`)).toMatchObject({
    value: { items: [{ kind: 'order-intended' }] },
  });
  expect((await runCommand(till.directory, journal, 'events --all')).value).not.toHaveProperty('withheld');
});
