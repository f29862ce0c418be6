export function SellArea() { return null; }
