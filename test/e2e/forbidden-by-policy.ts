/** What the policy of the page stops, as its violations name it. */
export const forbidden = [
  'base-uri',
  'connect-src',
  'font-src',
  'form-action',
  'frame-src',
  'img-src',
  'media-src',
  'require-trusted-types-for',
  'style-src-attr',
  'style-src-elem',
] as const;

/** Tries each in the page: `directives` has what was stopped, and `planted` is there where a text became code. */
export async function tryForbidden(url: string): Promise<void> {
  // What a test runs at once is exempt from the policy; what it leaves for later is not.
  await new Promise((resolve) => setTimeout(resolve, 0));
  const directives: string[] = [];
  Object.assign(globalThis, { directives });
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => directives.push(effectiveDirective));
  const add = (name: string, part: object): void => {
    document.body.append(Object.assign(document.createElement(name), part));
  };
  const attempts: (() => unknown)[] = [
    () => {
      Reflect.set(document.body.appendChild(document.createElement('script')), 'textContent', 'globalThis.planted = 1');
    },
    () => {
      document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="globalThis.planted = 2">');
    },
    () =>
      Reflect.apply(Reflect.get(globalThis, 'eval') as (text: string) => void, undefined, ['globalThis.planted = 3']),
    () => {
      Reflect.construct(Function, ['globalThis.planted = 4']);
    },
    () => {
      Reflect.apply(setTimeout, undefined, ['globalThis.planted = 5', 0]);
    },
    () => {
      document.body.appendChild(document.createElement('p')).setAttribute('style', 'color: red');
    },
    () => {
      document.body.appendChild(document.createElement('p')).setAttribute('onclick', 'globalThis.planted = 6');
    },
    () => {
      add('style', { textContent: 'p { color: red }' });
    },
    () => {
      add('link', { rel: 'stylesheet', href: `${url}/style` });
    },
    () => {
      add('img', { src: `${url}/image` });
    },
    () => {
      add('video', { src: `${url}/video` });
    },
    () => {
      add('iframe', { src: `${url}/frame` });
    },
    () => {
      add('object', { data: `${url}/object` });
    },
    () => {
      document.head.append(Object.assign(document.createElement('base'), { href: url }));
    },
    () => {
      const form = Object.assign(document.createElement('form'), { action: url });
      document.body.append(form);
      form.submit();
    },
    () => new Worker('/trusted-types.js'),
    () => new FontFace('x', `url(${url}/font)`).load().catch(() => undefined),
    () => fetch(`${url}/fetch`).catch(() => undefined),
    () => new WebSocket(url.replace('http', 'ws')),
  ];
  for (const attempt of attempts)
    try {
      attempt();
    } catch {
      /* refused, as wanted */
    }
}
