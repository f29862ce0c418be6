import { Times } from './times.tsx';
import './counted-name.css';

/** What was bought and how often, on one line: a name without room loses its own end, and never the quantity. */
export function CountedName({ name, quantity }: { name: string; quantity: number }) {
  return (
    <span className="counted-name">
      <bdi>{name}</bdi> <Times quantity={quantity} />
    </span>
  );
}
