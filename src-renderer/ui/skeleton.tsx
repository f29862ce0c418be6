import './skeleton.css';

interface SkeletonProps {
  readonly shape: 'line' | 'tile' | 'row';
  readonly count: number;
}

/** What stands where something is being read: shapes, and words for those who do not see them. */
export function Loading({ label, shape, count }: { label: string } & SkeletonProps) {
  return (
    <>
      <Busy label={label} />
      <Skeleton shape={shape} count={count} />
    </>
  );
}

/** Grey shapes where content will be. They wait 300 ms before they show, so that a quick answer never flashes. */
export function Skeleton({ shape, count }: SkeletonProps) {
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
