/** Addresses of every other scheme and host, one of them a server that is there. */
export const elsewhere = (outside: string): readonly string[] => [
  `${outside}/x`,
  `${outside}/redirect`,
  'file:///etc/hostname',
  'ftp://127.0.0.1/x',
  'app://other/',
  'app://counterfoil.evil/',
  'devtools://devtools/bundled/x.js',
];

/** What a page can load something with, in the page; `reached` where it got anything. */
export async function loadAll(addresses: readonly string[]): Promise<readonly string[]> {
  const settled = (start: (done: () => void, failed: () => void) => void): Promise<boolean> =>
    new Promise((resolve) => {
      const late = setTimeout(() => resolve(false), 500);
      const end = (reached: boolean) => (): void => {
        clearTimeout(late);
        resolve(reached);
      };
      try {
        start(end(true), end(false));
      } catch {
        end(false)();
      }
    });
  const element = (name: string, part: object) =>
    settled((done, failed) => {
      document.body.append(
        Object.assign(document.createElement(name), { onload: done, onloadeddata: done, onerror: failed, ...part }),
      );
    });
  const ways: Readonly<Record<string, (url: string) => Promise<boolean>>> = {
    fetch: (url) =>
      settled((done, failed) => {
        fetch(url, { mode: 'no-cors' }).then(done, failed);
      }),
    request: (url) =>
      settled((done, failed) => {
        const request = Object.assign(new XMLHttpRequest(), { onload: done, onerror: failed });
        request.open('GET', url);
        request.send();
      }),
    beacon: (url) =>
      settled((_done, failed) => {
        navigator.sendBeacon(url, 'x');
        setTimeout(failed, 50);
      }),
    image: (src) => element('img', { src }),
    media: (src) => element('video', { src }),
    style: (href) => element('link', { rel: 'stylesheet', href }),
    script: (src) => element('script', { src }),
    worker: (url) =>
      settled((done, failed) => {
        Object.assign(new Worker(url), { onmessage: done, onerror: failed });
      }),
    socket: (url) =>
      settled((done, failed) => {
        Object.assign(new WebSocket(url.replace(/^http/, 'ws')), { onopen: done, onerror: failed });
      }),
    events: (url) =>
      settled((done, failed) => {
        const source = Object.assign(new EventSource(url), {
          onopen: done,
          onerror: () => {
            source.close();
            failed();
          },
        });
      }),
  };
  const reached: string[] = [];
  for (const url of addresses)
    for (const [name, load] of Object.entries(ways)) if (await load(url)) reached.push(`${name} ${url}`);
  return reached;
}
