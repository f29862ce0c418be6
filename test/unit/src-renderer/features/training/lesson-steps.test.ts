import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Stage } from '../../../../../src-renderer/entities/sale/checkout-store.ts';
import { stepsDone, stepsOf } from '../../../../../src-renderer/features/training/lesson-steps.ts';
import { lessons } from '../../../../../src-shared/contract/lessons.ts';
import type { OrderView } from '../../../../../src-shared/contract/schemas.ts';
import { projectRoot } from '../../../../support/project.ts';

const watching: Stage = { kind: 'watch', operationId: 'op', codesOffered: false, besidesPending: false };
const idle: Stage = { kind: 'empty' };

function order(part: Partial<OrderView>): OrderView {
  return {
    operationId: 'op',
    state: 'unknown',
    invoiceId: null,
    walletId: 'w',
    cardId: 'c',
    quantity: 1,
    total: { amount: '1.000', currency: 'KWD' },
    charge: {
      price: { amount: '1.000', currency: 'KWD' },
      total: { amount: '1.000', currency: 'KWD' },
    },
    externalReference: null,
    attempts: [],
    codes: [],
    intendedAt: '2026-11-21T08:00:00Z',
    wantedUntil: '2026-11-21T08:10:00Z',
    codesState: 'none',
    codesCameOut: false,
    prints: { times: 0 },
    wantedDecides: true,
    cancellable: false,
    ...part,
  };
}

describe('a lesson', () => {
  it.each(lessons)('has three to five steps and begins with the first: %s', (lesson) => {
    expect([3, 4, 5]).toContain(stepsOf[lesson].length);
    expect(stepsDone(lesson, { stage: idle, order: undefined })).toBe(0);
  });

  it('notices each step by what happened, and its end', () => {
    const bought = order({ state: 'completed', codesState: 'sealed' });
    const shown = { ...bought, codesCameOut: true };
    const handedOver = order({ state: 'completed', codesState: 'handedOver', codesCameOut: true });
    const done = (
      lesson: (typeof lessons)[number],
      ...scenes: readonly { readonly stage: Stage; readonly order: OrderView | undefined }[]
    ): number[] => scenes.map((scene) => stepsDone(lesson, scene));
    expect(
      done(
        'normal',
        { stage: watching, order: bought },
        { stage: watching, order: shown },
        { stage: idle, order: handedOver },
      ),
    ).toEqual([2, 3, 4]);
    const accepted = order({ state: 'accepted' });
    expect(
      done(
        'slow',
        { stage: watching, order: accepted },
        { stage: idle, order: accepted },
        { stage: idle, order: shown },
        { stage: idle, order: handedOver },
      ),
    ).toEqual([1, 2, 3, 4]);
    expect(
      done(
        'lost',
        { stage: watching, order: order({}) },
        { stage: watching, order: bought },
        { stage: idle, order: handedOver },
      ),
    ).toEqual([1, 2, 4]);
    const refused = order({ state: 'refused' });
    expect(
      done(
        'refused',
        { stage: watching, order: order({}) },
        { stage: watching, order: refused },
        { stage: idle, order: refused },
      ),
    ).toEqual([1, 2, 3]);
  });
});

describe('the colour of training', () => {
  it('is used for training and for nothing else', () => {
    const root = join(projectRoot, 'src-renderer');
    const users = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.css') && readFileSync(join(root, file), 'utf8').includes('var(--training)'))
      .map((file) => file.replaceAll('\\', '/'));
    expect(users.toSorted()).toEqual([
      'features/first-run/first-run.css',
      'features/training/training.css',
      'shell/header.css',
    ]);
  });

  it('is near no other colour of the product', () => {
    const tokens = readFileSync(join(projectRoot, 'src-renderer/base/theme/tokens.css'), 'utf8');
    const colours = [...tokens.matchAll(/--([\w-]+): light-dark\(#([0-9a-f]{6}), #([0-9a-f]{6})\)/g)].map(
      ([, name = '', light = '', dark = '']) => ({ name, hues: [hueOf(light), hueOf(dark)] }),
    );
    const training = colours.find(({ name }) => name === 'training')?.hues ?? [];
    for (const [theme, own] of training.entries()) {
      const others = colours
        .filter(({ name }) => !name.endsWith('training'))
        .flatMap(({ name, hues }) => ({ name, hue: hues[theme] ?? null }));
      const near = others.filter(
        ({ hue }) => hue !== null && own !== null && Math.min(Math.abs(hue - own), 360 - Math.abs(hue - own)) < 35,
      );
      expect(near).toEqual([]);
    }
  });
});

/** In degrees; null for greys, which have none to speak of. */
function hueOf(hex: string): number | null {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map((at) => parseInt(hex.slice(at, at + 2), 16));
  const [max, min] = [Math.max(red, green, blue), Math.min(red, green, blue)];
  if (max - min < 24) return null;
  const hue =
    max === red
      ? ((green - blue) / (max - min)) % 6
      : max === green
        ? (blue - red) / (max - min) + 2
        : (red - green) / (max - min) + 4;
  return (hue * 60 + 360) % 360;
}
