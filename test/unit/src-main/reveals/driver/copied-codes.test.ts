import { describe, expect, it } from 'vitest';
import { createCopiedCodes } from '../../../../../src-main/reveals/driver/copied-codes.ts';
import { OneClipboard } from '../../app/counter-app.ts';

function machine() {
  const clipboard = new OneClipboard();
  const due: { readonly ms: number; readonly work: () => Promise<void> }[] = [];
  const copied = createCopiedCodes(clipboard, (ms, work) => due.push({ ms, work }));
  return { clipboard, copied, due, pass: async (index: number) => due[index]?.work() };
}

describe('a copied code', () => {
  it('leaves the clipboard after its time', async () => {
    const { clipboard, copied, due, pass } = machine();
    expect(await copied.put('training code', 20_000)).toBe(true);
    expect([clipboard.text, due[0]?.ms]).toEqual(['training code', 20_000]);
    await pass(0);
    expect(clipboard.text).toBe('');
  });

  it('is put there as the secret that it is', async () => {
    const { clipboard, copied } = machine();
    await copied.put('training code', 20_000);
    expect(clipboard.secret).toBe(true);
  });

  it('leaves it at once when nobody is at the counter', async () => {
    const { clipboard, copied } = machine();
    await copied.put('training code', 20_000);
    await copied.clear();
    expect(clipboard.text).toBe('');
  });

  it('is not left behind a lock that came while it was written', async () => {
    const { clipboard, copied, due } = machine();
    const write = clipboard.write.bind(clipboard);
    clipboard.write = async (text, how) => {
      await copied.clear();
      return write(text, how);
    };
    expect(await copied.put('training code', 20_000)).toBe(false);
    expect([clipboard.text, due]).toEqual(['', []]);
  });

  it('is not left there by one that the clipboard did not take after it', async () => {
    const { clipboard, copied } = machine();
    await copied.put('training code', 20_000);
    clipboard.takes = false;
    expect(await copied.put('another training code', 20_000)).toBe(false);
    expect(clipboard.text).toBe('');
  });

  it('keeps its whole time where another was copied before it', async () => {
    const { clipboard, copied, pass } = machine();
    await copied.put('training code', 20_000);
    await copied.put('training code', 20_000);
    await pass(0);
    expect(clipboard.text).toBe('training code');
    await pass(1);
    expect(clipboard.text).toBe('');
  });

  it('is nothing that a lock would have to take away where none was copied yet, or it is gone already', async () => {
    const { clipboard, copied } = machine();
    clipboard.text = 'a phone number';
    await copied.clear();
    await copied.put('training code', 20_000);
    await copied.clear();
    clipboard.text = 'training code';
    await copied.clear();
    expect(clipboard.text).toBe('training code');
  });

  it('takes nothing away that a person copied since', async () => {
    const { clipboard, copied, pass } = machine();
    await copied.put('training code', 20_000);
    clipboard.text = 'a phone number';
    await copied.clear();
    await pass(0);
    expect(clipboard.text).toBe('a phone number');
  });
});

it('says that nothing was copied where the machine has no clipboard, or it takes nothing', async () => {
  expect(await createCopiedCodes(null, () => undefined).put('training code', 1)).toBe(false);
  const refusing = { write: () => Promise.resolve(false), clearIfStill: () => Promise.resolve() };
  expect(
    await createCopiedCodes(refusing, () => {
      throw new Error('nothing is due');
    }).put('training code', 1),
  ).toBe(false);
});
