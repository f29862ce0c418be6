export function CodesSheet() { return null; }
