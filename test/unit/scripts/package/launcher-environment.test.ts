import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot } from '../../../support/project.ts';
import { tempFolder } from '../../../support/temp.ts';

/** What names code to load, or what chooses it, beside the few that a started package is tried with. */
const hostile = [
  'LD_PRELOAD',
  'LD_ORIGIN_PATH',
  'LD_PROFILE_OUTPUT',
  'VK_ADD_DRIVER_FILES',
  'VK_ADD_IMPLICIT_LAYER_PATH',
  'VK_IMPLICIT_LAYER_PATH',
  'VK_LOADER_LAYERS_ENABLE',
  '__EGL_VENDOR_LIBRARY_FILENAMES',
  '__EGL_VENDOR_LIBRARY_DIRS',
  '__EGL_EXTERNAL_PLATFORM_CONFIG_DIRS',
  '__GLX_VENDOR_LIBRARY_NAME',
  'EGL_DRIVERS_PATH',
  'LIBGL_DRIVERS_DIR',
  'GBM_BACKEND',
  'LIBVA_DRIVER_NAME',
  'VDPAU_DRIVER_PATH',
  'MESA_LOADER_DRIVER_OVERRIDE',
  'OCL_ICD_VENDORS',
  'ALSA_CONFIG_PATH',
  'ALSA_PLUGIN_DIR',
  'PIPEWIRE_MODULE_DIR',
  'SPA_PLUGIN_DIR',
] as const;
const kept = ['LIBGL_ALWAYS_SOFTWARE', 'GTK_IM_MODULE', 'GDK_SCALE', 'XDG_DATA_DIRS', 'NODE_EXTRA_CA_CERTS'] as const;

/** What the program is given by the launcher, where each of these variables is set. */
function startedWith(names: readonly string[]): { readonly given: readonly string[]; readonly says: string } {
  const folder = tempFolder();
  copyFileSync(join(projectRoot, 'scripts/package/launcher.sh'), join(folder, 'counterfoil.sh'));
  writeFileSync(join(folder, 'part'), 'a part');
  const hash = createHash('sha256').update('a part').digest('hex');
  writeFileSync(join(folder, 'integrity.sha256'), `${hash}  part\n`);
  for (const [name, mode] of [
    ['counterfoil', 0o755],
    ['chrome-sandbox', 0o4755],
  ] as const) {
    writeFileSync(join(folder, name), '#!/bin/sh\nenv\n');
    chmodSync(join(folder, name), mode);
  }
  const set = Object.fromEntries(names.map((name) => [name, '/not/there']));
  const { stdout, stderr } = spawnSync('/bin/sh', [join(folder, 'counterfoil.sh')], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...set },
  });
  return { given: stdout.split('\n').map((line) => line.split('=')[0] ?? ''), says: stderr };
}

describe.skipIf(process.platform !== 'linux')('the launcher of a package', () => {
  it('leaves out what names code to load, and says so', () => {
    const { given, says } = startedWith(hostile);
    expect(hostile.filter((name) => given.includes(name))).toEqual([]);
    const [said = ''] = says.split('\n').filter((line) => line.startsWith('Counterfoil starts without'));
    expect(hostile.filter((name) => !said.replace(/\.$/, '').split(' ').includes(name))).toEqual([]);
  });

  it('keeps what a desktop sets', () => {
    const { given, says } = startedWith(kept);
    expect([kept.filter((name) => !given.includes(name)), says]).toEqual([[], '']);
  });
});
