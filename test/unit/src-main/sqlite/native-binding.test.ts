import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../../src-main/sqlite/database.ts';
import { nativeBindingOverride } from '../../../../src-main/sqlite/native-binding.ts';
import { tempFolder } from '../../../support/temp.ts';

const before = process.env['SQLITE_NATIVE_BINDING'];

beforeEach(() => {
  process.env['SQLITE_NATIVE_BINDING'] = '/elsewhere/driver.node';
});

afterEach(() => {
  if (before === undefined) delete process.env['SQLITE_NATIVE_BINDING'];
  else process.env['SQLITE_NATIVE_BINDING'] = before;
  Reflect.deleteProperty(process, 'resourcesPath');
  Reflect.deleteProperty(process, 'defaultApp');
});

test('a build from sources loads the driver that the environment names', () => {
  expect(nativeBindingOverride()).toBe('/elsewhere/driver.node');
  const opened = openDatabase(join(tempFolder(), 'notes.db'), {
    profile: 'durable',
    applicationId: 77,
    migrations: [],
  });
  expect(opened).toEqual({ ok: false, error: { code: 'no_driver', detail: 'MODULE_NOT_FOUND' } });
  Reflect.set(process, 'resourcesPath', '/app/resources');
  Reflect.set(process, 'defaultApp', true);
  expect(nativeBindingOverride()).toBe('/elsewhere/driver.node');
});

test('a packaged app loads its own driver, whatever the environment names', () => {
  Reflect.set(process, 'resourcesPath', '/app/resources');
  expect(nativeBindingOverride()).toBeUndefined();
});

test('an empty variable, or none, names no driver', () => {
  process.env['SQLITE_NATIVE_BINDING'] = '';
  expect(nativeBindingOverride()).toBeUndefined();
  delete process.env['SQLITE_NATIVE_BINDING'];
  expect(nativeBindingOverride()).toBeUndefined();
});
