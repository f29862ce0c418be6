import { expect, it, test } from 'vitest';
import { canMount } from './update/full-disk.ts';
import { holds } from './update/prove.ts';
import { scenes } from './update/scenes.ts';
import { isHeld, playScene, type Tried } from './update/stage.ts';

it.each(scenes.map((scene) => [scene.name, scene] as const))('an update: %s', async (_name, scene) => {
  const tried = await playScene(scene, false);
  expect(tried.filter((one) => !isHeld(one))).toEqual([]);
  expect(holds(tried)).toBe(true);
});

test.skipIf(!canMount)('disks are filled up', () => {
  expect(scenes.filter(({ name }) => name === 'full disk')).toHaveLength(8);
});

it('fails where a version is installed that should not be, nothing opens, or a record changes', () => {
  const good: Tried = {
    scene: 'freeze',
    name: 'day 1',
    outcome: 'frozen',
    expected: ['frozen'],
    opened: '0.1.0',
    mayOpen: ['0.1.0'],
    recordsAreSame: true,
  };
  expect(holds([good])).toBe(true);
  const worse: readonly Partial<Tried>[] = [
    { outcome: 'installed' },
    { opened: '0.2.0' },
    { opened: null },
    { recordsAreSame: false },
  ];
  for (const change of worse) expect(holds([good, { ...good, ...change }])).toBe(false);
  expect(holds([])).toBe(false);
});
