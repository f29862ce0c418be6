export function CounterArea() { return null; }
