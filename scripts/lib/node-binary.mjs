import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Refusal } from './say.mjs';

/** The oldest Node that runs everything here: type stripping without a flag, and the published better-sqlite3. */
const oldest = { major: 22, minor: 19 };

/** Whether this version of Node can run the product. */
export function isRecentEnough(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  // The 23 line learnt to strip types without a flag only in 23.6.
  if (major === 23) return minor >= 6;
  return major > oldest.major || (major === oldest.major && minor >= oldest.minor);
}

/**
 * The Node that runs builds and commands: the caller's own when recent enough, else the installed package's, by path.
 */
export function chooseNode(
  root,
  own = { version: process.versions.node, path: process.execPath, platform: process.platform, arch: process.arch },
) {
  if (isRecentEnough(own.version)) return own.path;
  const file = own.platform === 'win32' ? 'node.exe' : 'node';
  const packaged = join(root, 'node_modules', packageName(own.platform, own.arch), 'bin', file);
  if (existsSync(packaged)) return packaged;
  const needed = `${oldest.major}.${oldest.minor}`;
  throw new Refusal(
    `Node ${own.version} is too old and no newer one is published as a package for ${own.platform} ${own.arch}. ` +
      `Install Node ${needed} or newer and try again.`,
  );
}

/** The npm package that carries a Node for a machine of this kind. */
export function packageName(platform, arch) {
  return `node-${platform === 'win32' ? 'win' : platform}-${arch}`;
}
