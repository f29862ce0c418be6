import './times.css';

/** A quantity as "× 2", following the direction of the page, whatever stands beside it. */
export function Times({ quantity }: { quantity: number }) {
  return <span className="times">× {quantity}</span>;
}
