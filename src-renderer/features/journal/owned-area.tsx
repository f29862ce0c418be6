export function OwnedArea() { return null; }
