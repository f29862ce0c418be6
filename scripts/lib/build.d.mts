export type PartName = 'cli' | 'app';
export function build(root: string, node: string, names: readonly PartName[]): Promise<void>;
export function sourceHash(root: string, sources: readonly string[]): string;
