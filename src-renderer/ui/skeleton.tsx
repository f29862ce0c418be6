import './skeleton.css';

/** Grey shapes where content will be. They wait 300 ms before they show, so that a quick answer never flashes. */
export function Skeleton({ shape, count }: { shape: 'line' | 'tile' | 'row'; count: number }) {
  return (
    <div className={`skeleton skeleton--${shape}`} aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className="skeleton__part" />
      ))}
    </div>
  );
}

/** Says in words, for those who do not see the shapes, that something is being read. */
export function Busy({ label }: { label: string }) {
  return (
    <p className="visually-hidden" role="status">
      {label}
    </p>
  );
}
