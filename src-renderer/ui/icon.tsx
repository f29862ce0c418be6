const paths = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 4 4',
  refresh: 'M20 11a8 8 0 1 0-2.3 6.3M20 5v6h-6',
  alert: 'M12 4 2.8 20h18.4L12 4Zm0 6v5m0 2.6v.1',
  clock: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm0 4V12l3 2',
  calendar: 'M4 5.500h16V20H4zM4 10h16M8 3v4.500m8-4.500v4.500',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  cross: 'm6 6 12 12M18 6 6 18',
  copy: 'M9 9h10v11H9zM5 15V4h10',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6Z',
  eyeOff:
    'M4 4l16 16M9.5 6A9.8 9.8 0 0 1 12 5.5c6 0 9.5 6.5 9.5 6.5a17 17 0 0 1-3 3.7M6 8a16 16 0 0 0-3.500 4S6 18.500 12 18.500c1.600 0 3-.4 4.200-1.100M10 10.200a2.800 2.800 0 0 0 3.900 3.900',
  next: 'm9 5 7 7-7 7',
  back: 'm15 5-7 7 7 7',
  down: 'm5 9 7 7 7-7',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm0-5v2m0 14v2M3 12h2m14 0h2M5.600 5.600 7 7m10 10 1.400 1.400m0-12.800L17 7M7 17l-1.400 1.400',
  dark: 'M19.500 14.500A8 8 0 0 1 9.500 4.500a8 8 0 1 0 10 10Z',
  system: 'M4 5h16v11H4zM9 20h6m-3-4v4',
  globe: 'M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17ZM3.500 12h17M12 3.500c5 5 5 12 0 17-5-5-5-12 0-17Z',
  card: 'M3.500 6h17v12h-17zM3.500 10h17',
  offline:
    'M4 4l16 16M5 12.500a10 10 0 0 1 4-2.400m3-.4a10 10 0 0 1 7 2.800M8.500 16a5 5 0 0 1 5-1.200M2 9a15 15 0 0 1 4-2.600M10 5.100A15 15 0 0 1 22 9M12 19.500v.1',
  ticket: 'M3.500 7h17v3.500a1.800 1.800 0 0 0 0 3.500V17h-17v-3a1.800 1.800 0 0 0 0-3.500V7Zm11 0v10',
  key: 'M8 10.500a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm3 1.500 8-8m-3 3 3 3',
  barcode: 'M4 6v12M7 6v12M11 6v12M14 6v12M17 6v12M20 6v12',
  keyboard: 'M3 6.5h18v11H3zM6.500 10h.1m3.400 0h.1m3.400 0h.1m3.400 0h.1M7.500 14h9',
  star: 'm12 3.800 2.500 5.200 5.700.8-4.100 4 1 5.700-5.100-2.700-5.100 2.700 1-5.700-4.100-4 5.700-.8L12 3.800Z',
  trend: 'M4 17l5.500-5.500 3.500 3.500L20 8m-5 0h5v5',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.500 20a7.500 7.500 0 0 1 15 0',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  printer: 'M7 9V3.500h10V9M7 17H4V9h16v8h-3M7 14h10v6.500H7z',
  file: 'M6 3.500h8l4 4v13H6zM14 3.500v4h4',
} as const;

export type IconName = keyof typeof paths;

/**
 * A drawn sign beside words; it never stands alone without a name. Only signs that point somewhere turn in
 * right-to-left.
 */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      className={name === 'next' || name === 'back' ? 'icon icon--directional' : 'icon'}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  );
}
