import { closeSync, constants, fstatSync, ftruncateSync, lstatSync, openSync, type Stats } from 'node:fs';

/**
 * Whether a file lies there that is nobody else's: no link leads from it, and it has no second name. Null where nothing
 * lies there. It is not opened: that would end the locks of this process on it.
 */
export function isOwnFile(path: string): boolean | null {
  const status = lstatSync(path, { throwIfNoEntry: false });
  return status === undefined ? null : isOwn(status);
}

/** Cuts a file of our own off; false, with nothing changed, where another one lies there. */
export function cutOwnFile(path: string, bytes: number): boolean {
  const file = openSync(path, constants.O_WRONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const isOurs = isOwn(fstatSync(file));
    if (isOurs) ftruncateSync(file, bytes);
    return isOurs;
  } finally {
    closeSync(file);
  }
}

function isOwn(status: Stats): boolean {
  return status.isFile() && status.nlink === 1;
}
