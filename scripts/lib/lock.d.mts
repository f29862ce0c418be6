export function takeLock(file: string): Promise<() => void>;
