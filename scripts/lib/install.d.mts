export function installHash(root: string): string;
export function isInstalled(root: string): boolean;
export function stampInstall(root: string, hash?: string): void;
export function install(root: string, ownVersion?: string): Promise<void>;
export function installEnvironment(env: NodeJS.ProcessEnv): Record<string, string>;
