export interface OwnNode {
  readonly version: string;
  readonly path: string;
  readonly platform: string;
  readonly arch: string;
}
export function isRecentEnough(version: string): boolean;
export function chooseNode(root: string, own?: OwnNode): string;
export function packageName(platform: string, arch: string): string;
