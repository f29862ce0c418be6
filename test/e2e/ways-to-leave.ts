/** What a page can do to leave by itself, each in the page with the address it is to go to. */
export const pageWays: Readonly<Record<string, (url: string) => void>> = {
  'a script': (url) => {
    location.href = url;
  },
  'a script that replaces': (url) => {
    location.replace(url);
  },
  'a new window': (url) => {
    window.open(url);
  },
  'a new window with a name': (url) => {
    window.open(url, 'other', 'noopener,width=200');
  },
  'a link': (url) => {
    Object.assign(document.body.appendChild(document.createElement('a')), { href: url }).click();
  },
  'a link to a new window': (url) => {
    Object.assign(document.body.appendChild(document.createElement('a')), { href: url, target: '_blank' }).click();
  },
  'a link to download': (url) => {
    Object.assign(document.body.appendChild(document.createElement('a')), { href: url, download: 'x' }).click();
  },
  'a form': (url) => {
    Object.assign(document.body.appendChild(document.createElement('form')), { action: url }).submit();
  },
  'a form that posts': (url) => {
    Object.assign(document.body.appendChild(document.createElement('form')), {
      action: url,
      method: 'post',
      target: '_blank',
    }).submit();
  },
  'a refresh': (url) => {
    document.head.append(
      Object.assign(document.createElement('meta'), { httpEquiv: 'refresh', content: `0;url=${url}` }),
    );
  },
  'a frame': (url) => {
    document.body.append(Object.assign(document.createElement('iframe'), { src: url }));
  },
  'an object': (url) => {
    document.body.append(Object.assign(document.createElement('object'), { data: url }));
  },
  'a webview': (url) => {
    document.body.append(Object.assign(document.createElement('webview'), { src: url }));
  },
};

/** Where no page of the counter may go. */
export const hostile = (outside: string): readonly string[] => [
  `${outside}/away`,
  `${outside}/redirect`,
  'https://counterfoil/',
  'file:///etc/passwd',
  'data:text/html,away',
  'about:blank',
  'about:srcdoc',
  'app://other/',
  'app://counterfoil.evil/',
  'app://counterfoil/none',
  'javascript:void(document.title = "taken")',
  'blob:app://counterfoil/1',
  'view-source:app://counterfoil/',
  'chrome://gpu/',
  'devtools://devtools/bundled/inspector.html',
  'mailto:a@example.com',
  'ftp://127.0.0.1/',
];
