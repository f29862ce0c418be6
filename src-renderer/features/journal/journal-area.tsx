export function JournalArea() { return null; }
