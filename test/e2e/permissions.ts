/** Asks in the page for every permission and device that a page can ask for, and names those that it was given. */
export async function askForAll(): Promise<readonly string[]> {
  const failing = (work: () => unknown): Promise<boolean> =>
    Promise.race([
      Promise.resolve()
        .then(work)
        .then(
          () => true,
          () => false,
        ),
      new Promise<boolean>((resolve) => setTimeout(resolve, 2_000, false)),
    ]);
  const device = (name: string, ask: string, input: unknown) =>
    failing(() => {
      const api: unknown = Reflect.get(navigator, name);
      if (typeof api !== 'object' || api === null) throw new Error('absent');
      return Promise.resolve(Reflect.apply(Reflect.get(api, ask) as (input: unknown) => unknown, api, [input])).then(
        (found) => {
          if (Array.isArray(found) && found.length === 0) throw new Error('none');
        },
      );
    });
  const asked: Record<string, Promise<boolean>> = {
    camera: failing(() => navigator.mediaDevices.getUserMedia({ video: true })),
    microphone: failing(() => navigator.mediaDevices.getUserMedia({ audio: true })),
    display: failing(() => navigator.mediaDevices.getDisplayMedia()),
    notifications: failing(async () => {
      if ((await Notification.requestPermission()) !== 'granted') throw new Error('denied');
    }),
    geolocation: failing(
      () =>
        new Promise((resolve, reject) => {
          navigator.geolocation.getCurrentPosition(resolve, reject);
        }),
    ),
    clipboardRead: failing(() => navigator.clipboard.readText()),
    clipboardWrite: failing(() => navigator.clipboard.writeText('x')),
    fullscreen: failing(() => document.documentElement.requestFullscreen()),
    pointerLock: failing(() => document.body.requestPointerLock()),
    wakeLock: failing(() => navigator.wakeLock.request()),
    persistence: failing(async () => {
      if (!(await navigator.storage.persist())) throw new Error('denied');
    }),
    midi: failing(() => navigator.requestMIDIAccess({ sysex: true })),
    hid: device('hid', 'requestDevice', { filters: [] }),
    usb: device('usb', 'requestDevice', { filters: [] }),
    serial: device('serial', 'requestPort', {}),
    bluetooth: device('bluetooth', 'requestDevice', { acceptAllDevices: true }),
  };
  const outcomes = await Promise.all(
    Object.entries(asked).map(async ([name, outcome]) => ((await outcome) ? [name] : [])),
  );
  const names: PermissionName[] = [
    'geolocation',
    'notifications',
    'camera',
    'microphone',
    'midi',
    'persistent-storage',
    'screen-wake-lock',
    'storage-access',
  ];
  const states = await Promise.all(
    names.map(async (name) =>
      (await navigator.permissions.query({ name })).state === 'denied' ? [] : [`query ${name}`],
    ),
  );
  return [...outcomes, ...states].flat();
}
