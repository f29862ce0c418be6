import './ltr.css';

/** Ids, thumbprints and other machine text: left to right in both languages, selectable as a whole. */
export function Ltr({ children, select = false }: { children: string; select?: boolean }) {
  return (
    <bdi dir="ltr" className={select ? 'ltr ltr--select' : 'ltr'}>
      {children}
    </bdi>
  );
}

/** Groups of four for reading out; the gaps are drawn, so a selection copies the bare value. */
export function Grouped({ value, size = 4 }: { value: string; size?: number }) {
  const groups = value.match(new RegExp(`.{1,${size}}`, 'gu')) ?? [];
  return (
    <bdi dir="ltr" className="grouped">
      {groups.map((group, index) => <span key={index}>{group}</span>)}
    </bdi>
  );
}
