/** Whether what a call of the file system threw says that nothing is there. */
export function isAbsent(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT';
}
